/** Whether the papers that a bailiff asks for are among those of a file (domain facts 4.6). Pure. */
import { type HandoverFacts, type Judged, met, missing } from "../readiness/facts.ts";
import type { PaperKind } from "./papers.ts";

/** Letters and digits alone, so that "Factuur F-12.pdf" is found to be about F12. */
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** So many numbers are named in a sentence. */
const mostNamed = 5;

type Received = HandoverFacts["papers"]["received"][number];

/** What was said to be of a kind, and what nobody said anything of. */
const maybe = (papers: readonly Received[], wanted: PaperKind): readonly Received[] =>
  papers.filter(({ kind }) => kind === wanted || kind === null);

const ofKind = (papers: readonly Received[], wanted: PaperKind): readonly Received[] =>
  papers.filter(({ kind }) => kind === wanted);

/** An invoice is proven by a paper that names its number, or by one that was said to be an invoice and names none. */
export function invoiceDocuments({ invoices, papers: { received } }: HandoverFacts): Judged {
  const numbers = invoices.map(({ number }) => plain(number)).filter((number) => number !== "");
  const names = ({ name }: Received, number: string): boolean => plain(name).includes(number);
  const without = invoices.filter(({ number }) => {
    const wanted = plain(number);
    return wanted === "" || !maybe(received, "invoice").some((paper) => names(paper, wanted));
  });
  const nameless = ofKind(received, "invoice").filter((paper) => !numbers.some((number) => names(paper, number)));
  if (invoices.length > 0 && without.length <= nameless.length)
    return met("whyInvoicesFound", { count: invoices.length });
  const named = without.slice(0, mostNamed).map(({ number }) => number);
  const values = { count: without.length, numbers: `${named.join(", ")}${without.length > mostNamed ? " …" : ""}` };
  return missing(received.length === 0 ? "whyNoInvoiceDocument" : "whyInvoicesUnnamed", values);
}

const namesContract =
  /contract|overeenkomst|voorwaarden|opdracht|offerte|bestelling|order|terms|agreement|conditions|commande|vertrag|agb|auftrag/i;

export function contractDocument({ papers: { received } }: HandoverFacts): Judged {
  const found =
    ofKind(received, "contract")[0] ?? maybe(received, "contract").find(({ name }) => namesContract.test(name));
  if (found !== undefined) return met("whyAs", { value: found.name });
  return missing(received.length === 0 ? "whyNoContract" : "whyContractUnnamed");
}

export function noticeDocument({ notice, papers }: HandoverFacts): Judged {
  if (notice === null) return missing("whyNoNotice");
  if (notice.documentId !== null) return met("whySent", { date: { date: notice.sentOn } });
  // The client sent it itself: its copy has to be among what came in.
  const [copy] = ofKind(papers.received, "notice14");
  return copy === undefined
    ? missing("whyNoticeByClient", { date: { date: notice.sentOn } })
    : met("whyAs", { value: copy.name });
}

export function correspondence({ papers: { sent, received } }: HandoverFacts): Judged {
  const [paper] = ofKind(received, "correspondence");
  if (sent > 0) return met("whyMessages", { count: sent });
  return paper === undefined ? missing("whyNothingSent") : met("whyAs", { value: paper.name });
}
