/** Handing files to offices of bailiffs: kinds of handover, states of a batch and of its files, and what each kind asks of a file (domain facts 4.6). Pure. */
import type { HandoverNeed } from "../handover/handover.ts";

/** What an office is asked to do. */
export const handoverTypes = ["amicable", "summons", "title_execution", "insolvency_check", "transfer_back"] as const;
export type HandoverType = (typeof handoverTypes)[number];

/** How a batch reaches an office. */
export const channels = ["download", "sftp", "https", "mail"] as const;
export type Channel = (typeof channels)[number];

export const formats = ["json", "xml", "csv"] as const;
export type Format = (typeof formats)[number];

/**
 * `draft`: files are chosen, and being judged. `validated`: each is judged, a person looks at the plan. `queued`: what goes is fixed and waits to
 * go. `sent`: it has left. The office's receipt makes it `accepted`, `partly` or `rejected`; `processed` once the office has ended every file.
 */
export const batchStates = [
  "draft",
  "validated",
  "queued",
  "sent",
  "accepted",
  "partly",
  "rejected",
  "processed",
  "recalled",
] as const;
export type BatchState = (typeof batchStates)[number];

/** Those of its batch, and: `refused` by our own judgement, `left_out` by a person, `processed` once the office has ended it. */
export const batchFileStates = [
  "draft",
  "validated",
  "refused",
  "left_out",
  "queued",
  "sent",
  "accepted",
  "rejected",
  "processed",
  "recalled",
] as const;
export type BatchFileState = (typeof batchFileStates)[number];

/** A batch may be recalled until the office has said what it takes of it. */
export const recallable: readonly BatchState[] = ["draft", "validated", "queued", "sent"];

/** Whether an office knows that a batch was taken back (`0600-recall.sql`). */
export const recalls = ["pending", "told", "uncertain", "failed", "byHand", "refused"] as const;
export type Recall = (typeof recalls)[number];
/** The office does not know it yet, or nobody can say: it may still accept the batch. */
export const recallOpen: readonly string[] = ["pending", "uncertain", "failed", "byHand"] satisfies readonly Recall[];

/** States in which a file is with an office, or on its way there. */
export const liveStates: readonly BatchFileState[] = ["queued", "sent", "accepted"];

/** Most files of one batch. */
export const mostFiles = 10_000;

/**
 * What is asked beside the list of domain facts 4.6: `notAwarded` that no judge has decided yet, `judgment` a paper with the title, `held` whether the office has the file, `consent` the
 * client's yes where the register of seizures asked for it.
 */
export const ownNeeds = [
  "clientKnown",
  "notElsewhere",
  "fileOpen",
  "notAwarded",
  "judgment",
  "held",
  "consent",
] as const;
export type OwnNeed = (typeof ownNeeds)[number];
export type BatchNeed = HandoverNeed | OwnNeed;

/** How heavily a lacking line weighs for one office. What the law refuses always blocks. */
export const levels = ["block", "warn", "off"] as const;
export type Level = (typeof levels)[number];

interface TypeRules {
  /** Lines that are looked at; null for all of them. */
  readonly needs: readonly HandoverNeed[] | null;
  readonly own: readonly OwnNeed[];
  /** Whether the claim goes to court by it: what the law says of a summons then counts. */
  readonly sues: boolean;
  /** Whether one office alone can have the file at a time. */
  readonly exclusive: boolean;
}

const identity = ["name", "birthDate", "kvk", "legalForm", "address"] as const satisfies readonly HandoverNeed[];

export const typeRules: Readonly<Record<HandoverType, TypeRules>> = {
  amicable: {
    needs: [
      ...([
        "name",
        "legalForm",
        "kvk",
        "address",
        "addressChecked",
        "claim",
        "invoices",
        "interest",
        "notice14",
      ] as const),
      ...(["costs", "payments", "standing", "limitation", "mandate", "invoiceDocuments", "language", "vat"] as const),
    ],
    own: ["clientKnown", "notElsewhere", "fileOpen"],
    sues: false,
    exclusive: true,
  },
  summons: {
    needs: null,
    own: ["clientKnown", "notElsewhere", "fileOpen", "notAwarded", "consent"],
    sues: true,
    exclusive: true,
  },
  title_execution: {
    needs: [
      ...identity,
      ...(["addressChecked", "claim", "interest", "costs", "payments", "standing", "mandate", "advance"] as const),
      ...(["correspondence", "paymentHistory", "language", "vat"] as const),
    ],
    own: ["clientKnown", "notElsewhere", "fileOpen", "judgment", "consent"],
    sues: false,
    exclusive: true,
  },
  insolvency_check: { needs: identity, own: ["clientKnown", "fileOpen"], sues: false, exclusive: false },
  transfer_back: { needs: [], own: ["held"], sues: false, exclusive: false },
};

/** What the law asks before costs are charged or a summons is served: another kind of handover does neither. */
const ofSuing: ReadonlySet<string> = new Set([
  ...["summonsAmount", "summonsProof", "summonsAddress", "notInDefault"],
  ...["noticeMissing", "noticeVoid", "noticeRunning", "noticePaid"],
]);

/** The limitation of a claim is over with by a title, which has one of its own (BW 3:324). */
const ofClaim: ReadonlySet<string> = new Set(["timeBarred", "timeBarredSale", "limitationNear"]);

/** Whether a rule of the law gate weighs for this kind of handover. Nothing is collected by a check, or by taking a file back. */
export function ruleWeighs(type: HandoverType, rule: string): boolean {
  if (type === "insolvency_check" || type === "transfer_back") return false;
  if (typeRules[type].sues) return true;
  return !ofSuing.has(rule) && !(type === "title_execution" && ofClaim.has(rule));
}

export const needsOf = (type: HandoverType, all: readonly HandoverNeed[]): readonly HandoverNeed[] =>
  typeRules[type].needs ?? all;
