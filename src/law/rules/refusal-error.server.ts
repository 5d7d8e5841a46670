/** The law's no to something that would raise a debt, as an error: each rule beside its field, with its article and the first possible day. */
import { FieldProblems, type Message, VorderError } from "../../ground/kernel/errors.ts";
import type { DebtRefusal } from "./debt.ts";
import { type Reader, translateRefusal } from "./reason-texts.server.ts";

const written = (value: string | number): string | number => {
  const day = typeof value === "string" ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) : null;
  return day ? `${day[3]}-${day[2]}-${day[1]}` : value;
};

function messagesOf({ textKey, values, article: code, possibleFrom }: DebtRefusal, house: string): Message[] {
  const article = code === "house" ? house : code;
  const shownValues = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(value)]));
  const stands: Message =
    possibleFrom === null
      ? { key: "rules.standsOn", values: { article } }
      : { key: "rules.standsOnFrom", values: { article, from: written(possibleFrom) } };
  return [{ key: textKey, values: shownValues }, ...(code === "house" && possibleFrom === null ? [] : [stands])];
}

export class LawRefusal extends VorderError {
  readonly refusals: readonly DebtRefusal[];
  /** @param reader in whose words the refusals are said, beside the sentences by field. */
  constructor(reader: Reader, refusals: readonly DebtRefusal[]) {
    const house = reader.translate({ key: "rules.house" }, reader.lang);
    const { fields } = new FieldProblems(
      refusals.flatMap((each) =>
        messagesOf(each, house).map((message) => ({ field: each.field === "" ? "common" : each.field, message })),
      ),
    );
    super("refused", { fields, data: { refusals: refusals.map((each) => translateRefusal(reader, each)) } });
    this.refusals = refusals;
  }
}
