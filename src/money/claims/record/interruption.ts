/**
 * What interrupts the limitation of invoices: written demands (BW 3:317), recognition by payment, arrangement or request for delay (3:318), a
 * summons and acts of enforcement (3:316, 3:325), a judgment (3:324). Pure: each is a fact with its date and proof.
 */
import type { Interruption } from "../../../law/rules/rules.ts";
import { type ClaimEvent, type EventOf, isKind, standingEvents, startsArrangement } from "../engine/events.ts";
import type { Ledger } from "../engine/ledger.ts";

export type { Interruption } from "../../../law/rules/rules.ts";

/** The invoices of a receipt: those that were designated, otherwise those that it paid; for costs only, all that were due. */
function paidBy(event: EventOf<"payment">, ledger: Ledger, due: readonly string[]): readonly string[] {
  if (event.data.invoices && event.data.invoices.length > 0) return event.data.invoices;
  const receipt = ledger.payments.find((each) => each.event.id === event.id);
  const paid = (receipt?.allocations ?? []).flatMap(({ to }) => (typeof to === "string" ? [to] : []));
  return paid.length > 0 ? [...new Set(paid)] : due;
}

/** The interruptions in the events of a claim, by date; `ledger` is that of its balance. */
export function interruptionsOf(events: readonly ClaimEvent[], ledger: Ledger): Interruption[] {
  const standing = standingEvents(events);
  const invoices = standing.filter((event): event is EventOf<"invoice"> & ClaimEvent => isKind(event, "invoice"));
  const known = ({ id, on }: ClaimEvent): string[] =>
    invoices.filter((invoice) => invoice.id < id && invoice.data.dueDate < on).map(({ data }) => data.number);
  const found = standing.flatMap((event): Interruption[] => {
    const { on } = event;
    const proof = { source: "event" as const, id: event.id, documentId: null, text: "" };
    if (isKind(event, "payment")) {
      const due = invoices.filter(({ data }) => data.dueDate < on).map(({ data }) => data.number);
      return [
        { on, kind: "payment", invoices: paidBy(event, ledger, due), proof: { ...proof, text: event.data.reference } },
      ];
    }
    if (isKind(event, "judgment")) {
      const { reference, documentId = null } = event.data;
      return [{ on, kind: "judgment", invoices: [reference], proof: { ...proof, text: reference, documentId } }];
    }
    if (isKind(event, "arrangement") && startsArrangement(standing, event))
      return [{ on, kind: "arrangement", invoices: known(event), proof }];
    // The provider's letters are messages, which record whether they were returned.
    if (isKind(event, "notice14") && (event.data.by === "client" || event.data.documentId === undefined)) {
      const named = event.data.invoices.length > 0 ? event.data.invoices : known(event);
      const { documentId = null } = event.data;
      return [{ on, kind: "demand", invoices: named, proof: { ...proof, documentId } }];
    }
    // An event that repeats a message or promise is skipped, because that counts itself.
    if (isKind(event, "interruption") && event.data.of === undefined) {
      const { how, proof: text, documentId = null } = event.data;
      const concerned = event.data.invoices.length > 0 ? event.data.invoices : known(event);
      return [{ on, kind: how, invoices: concerned, proof: { ...proof, text, documentId } }];
    }
    return [];
  });
  return found.sort((a, b) => (a.on === b.on ? a.proof.id - b.proof.id : a.on < b.on ? -1 : 1));
}
