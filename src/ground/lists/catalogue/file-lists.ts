/** Lists about files: the basis of a claim, statuses, reasons for closing (domain facts 11; specification, point 3). */
import {
  choice,
  code,
  flag,
  longNames,
  names,
  referenceOrNone,
  settingList,
  text,
  whole,
  wholeOrNone,
} from "../engine/list.ts";

/** What a claim rests on, and when it lapses (BW 3:307 and following; BW 7:28 for a sale to a consumer). */
export const legalTypes = settingList({
  name: "legal-type",
  table: "legal_type",
  title: "name",
  unique: ["code"],
  ordered: true,
  fields: {
    name: names(),
    code: code(),
    basis: choice(["contract", "other"], "contract"),
    limitationMonths: whole(1, 360, 60),
    limitationArticle: text(60, { optional: true }),
    consumerMonths: wholeOrNone(1, 360),
    consumerArticle: text(60, { optional: true }),
  },
  rule: ({ consumerMonths, limitationMonths }) =>
    consumerMonths !== null && consumerMonths > limitationMonths
      ? ["consumerMonths", "lists.legal-type.consumerLonger"]
      : undefined,
});

export const statusColours = ["grey", "teal", "blue", "green", "amber", "red"] as const;

/** The nine workflow statuses of the specification with their words, and own statuses below them. */
export const fileStatusList = settingList({
  name: "file-status",
  table: "file_status",
  title: "name",
  unique: ["code"],
  ordered: true,
  tree: true,
  fields: {
    name: names(60),
    code: code(),
    parentId: referenceOrNone("file-status"),
    explanation: longNames(500),
    colour: choice(statusColours, "grey"),
    shownToClients: flag(true),
  },
});

export const closingReasonRows = settingList({
  name: "closing-reason",
  table: "closing_reason",
  title: "name",
  unique: ["code"],
  ordered: true,
  tree: true,
  fixedMayRest: true,
  usedBy: [{ table: "file_closure", column: "reason" }],
  fields: {
    name: names(),
    code: code(),
    parentId: referenceOrNone("closing-reason"),
    needsNote: flag(false),
    tellsClient: flag(true),
    countsAsCollected: flag(false),
  },
});

/** What an agenda item is about (domain facts 11), and by which option of the agenda it is left out (specification, point 3). */
export const agendaSubjects = settingList({
  name: "agenda-subject",
  table: "agenda_subject",
  title: "name",
  unique: ["code"],
  ordered: true,
  fixedMayRest: true,
  fields: {
    name: names(),
    code: code(),
    workingDays: whole(0, 260, 0),
    exclusion: choice(["none", "vo_address", "received_advance", "terminated", "state_of_affairs"], "none"),
  },
});
