/** E-mails and SMS that are decided on and not written yet: those of one plan, or of one transaction, count each other (Bki 4). Pure. */
import { type FileInputs, type PlanEnvironment, type Planned, type PlannedRow, planFile } from "../processing.ts";
import type { Contact } from "../runs/gate-facts.ts";

interface Decided {
  readonly fileId: number;
  readonly contact: Contact;
}

/** What tells the step of a file from every other, the same for whoever makes it: two can never make the same step twice. */
export const stepKey = ({ fileId, workflowCode, round, position }: PlannedRow): string =>
  `step:${fileId}:${workflowCode}:${round}:${position}`;

/** What goes to an address at once and is limited, as letters are not. */
export const isMessage = ({ channel }: { readonly channel: string }): boolean =>
  channel === "email" || channel === "sms";

/** A representative of several debtors is informed about each of them. */
const personAt = ({ reach, situation }: FileInputs, address: string): string =>
  reach.partyId === null ? address : `${situation.debtor.id} ${address}`;

export class DecidedMessages {
  readonly #byPerson = new Map<string, readonly Decided[]>();

  /** The step of a file as if the messages decided on had been written; those that are, found under their keys, count once. */
  judge(inputs: FileInputs, environment: PlanEnvironment): Planned {
    const { reach, situation } = inputs;
    const others = [reach.email, reach.mobile]
      .flatMap((address) => (address && this.#byPerson.get(personAt(inputs, address))) || [])
      .filter(({ fileId }) => fileId !== situation.fileId);
    if (others.length === 0) return planFile(inputs, environment);
    const all = [...inputs.contacts, ...others.map(({ contact }) => contact)];
    const contacts = [...new Map(all.map((contact) => [contact.key ?? contact, contact])).values()];
    return planFile({ ...inputs, contacts }, environment);
  }

  /** Notes the message of a step that is allowed. */
  add(inputs: FileInputs, row: PlannedRow, { at }: PlanEnvironment): void {
    const { channel, fileId, verdict } = row;
    if (verdict !== "do" || (channel !== "email" && channel !== "sms")) return;
    const address = channel === "email" ? inputs.reach.email : inputs.reach.mobile;
    if (address === null) return;
    const person = personAt(inputs, address);
    const others = (this.#byPerson.get(person) ?? []).filter((known) => known.fileId !== fileId);
    this.#byPerson.set(person, [...others, { fileId, contact: { key: stepKey(row), channel, on: at.today } }]);
  }
}
