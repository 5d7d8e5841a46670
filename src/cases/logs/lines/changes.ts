/** The timeline texts for a change of a file's state. Pure. */
import type { FileChange } from "../../files/files.ts";
import type { LogText, LogType } from "../logs.ts";

interface Line {
  readonly type: LogType;
  readonly subject: LogText;
  readonly content: LogText | string | null;
}

const frozenSubject = ({ from, until }: Extract<FileChange, { kind: "frozen" }>): LogText => {
  if (from === null) return { key: "logs.interestRuns" };
  return until === null
    ? { key: "logs.interestFrozen", values: { from: { date: from } } }
    : { key: "logs.interestFrozenUntil", values: { from: { date: from }, until: { date: until } } };
};

function subjectOf(change: FileChange): LogText {
  switch (change.kind) {
    case "status":
      return {
        key: "logs.statusChanged",
        values: { from: { text: `files.status_${change.from}` }, to: { text: `files.status_${change.to}` } },
      };
    case "phase":
      return {
        key: "logs.phaseChanged",
        values: { from: { text: `files.phase_${change.from}` }, to: { text: `files.phase_${change.to}` } },
      };
    case "held": {
      const hold = { text: `files.hold_${change.hold}` };
      return change.until === null
        ? { key: "logs.held", values: { hold } }
        : { key: "logs.heldUntil", values: { hold, until: { date: change.until } } };
    }
    case "released":
      return { key: "logs.released", values: { hold: { text: `files.hold_${change.hold}` } } };
    case "closed":
      return { key: "logs.closed", values: { reason: { text: `files.reason_${change.reason}` } } };
    case "reopened":
      return { key: "logs.reopened" };
    case "manager":
      return change.name === null
        ? { key: "logs.managerRemoved" }
        : { key: "logs.managerAssigned", values: { name: change.name } };
    case "debtor":
      return { key: "logs.debtorChanged" };
    case "claim":
      return { key: "logs.claimChanged" };
    case "party":
      return { key: "logs.partyChanged" };
    case "frozen":
      return frozenSubject(change);
  }
}

/** What a person gave as the reason, or the state that brought it. */
function contentOf(change: FileChange): LogText | string | null {
  switch (change.kind) {
    case "status":
    case "phase":
      return change.why ?? null;
    case "held":
      return change.reason ?? null;
    case "closed":
    case "reopened":
      return change.note ?? null;
    case "frozen":
      return { key: `files.hold_${change.hold}` };
    default:
      return null;
  }
}

export const lineOfChange = (change: FileChange): Line => ({
  type: "status",
  subject: subjectOf(change),
  content: contentOf(change),
});
