/** What the timeline says of a change of a file's state. Pure. */
import type { FileChange } from "../../files/files.ts";
import type { LogText, LogType } from "../logs.ts";

interface Line {
  readonly type: LogType;
  readonly subject: LogText;
  readonly content?: LogText | string | null;
}

export function lineOfChange(change: FileChange): Line {
  switch (change.kind) {
    case "status":
      return {
        type: "status",
        subject: {
          key: "logs.statusChanged",
          values: { from: { text: `files.status_${change.from}` }, to: { text: `files.status_${change.to}` } },
        },
        content: change.why,
      };
    case "phase":
      return {
        type: "status",
        subject: {
          key: "logs.phaseChanged",
          values: { from: { text: `files.phase_${change.from}` }, to: { text: `files.phase_${change.to}` } },
        },
        content: change.why,
      };
    case "held":
      return {
        type: "status",
        subject:
          change.until === null
            ? { key: "logs.held", values: { hold: { text: `files.hold_${change.hold}` } } }
            : {
                key: "logs.heldUntil",
                values: { hold: { text: `files.hold_${change.hold}` }, until: { date: change.until } },
              },
        content: change.reason,
      };
    case "released":
      return {
        type: "status",
        subject: { key: "logs.released", values: { hold: { text: `files.hold_${change.hold}` } } },
      };
    case "closed":
      return {
        type: "status",
        subject: { key: "logs.closed", values: { reason: { text: `files.reason_${change.reason}` } } },
        content: change.note,
      };
    case "reopened":
      return { type: "status", subject: { key: "logs.reopened" }, content: change.note };
    case "manager":
      return {
        type: "status",
        subject:
          change.name === null
            ? { key: "logs.managerRemoved" }
            : { key: "logs.managerAssigned", values: { name: change.name } },
      };
    case "debtor":
      return { type: "status", subject: { key: "logs.debtorChanged" } };
    case "claim":
      return { type: "status", subject: { key: "logs.claimChanged" } };
    case "party":
      return { type: "status", subject: { key: "logs.partyChanged" } };
    case "frozen":
      return {
        type: "status",
        subject:
          change.from === null
            ? { key: "logs.interestRuns" }
            : change.until === null
              ? { key: "logs.interestFrozen", values: { from: { date: change.from } } }
              : {
                  key: "logs.interestFrozenUntil",
                  values: { from: { date: change.from }, until: { date: change.until } },
                },
        content: { key: `files.hold_${change.hold}` },
      };
  }
}
