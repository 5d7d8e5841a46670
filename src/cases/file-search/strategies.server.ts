/**
 * In which ways a text finds files. The first strategy of the table that finds a file, among those that the reader may see and that the
 * other filters let through, makes the list; the later ones are not asked. So a number comes alone, and a name with a typing error is only
 * guessed at where nobody has it.
 */
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import {
  type Condition,
  clientsNamed,
  debtorsByEmailPart,
  debtorsWhere,
  filesByKey,
  filesByNumbers,
  filesOfDebtors,
  hasDebtorWhere,
  hasNumberPart,
  isAmong,
  isWholeName,
  nameBegins,
  nameContains,
  nameOrAddressHas,
  nameRank,
  numberPartRank,
} from "./candidates.server.ts";
import type { FileFilter, Reader } from "./filters.server.ts";
import type { SearchQuery } from "./search-query.ts";
import { filesNamedAlike } from "./similar-names.server.ts";

/** The files that a strategy finds; rights and the other filters are asked besides. */
export interface Candidates {
  /** Holds for exactly these files. */
  readonly where: Condition;
  /** The debtors below it: the first so many of them tell whether very many have the words. */
  readonly debtors?: RawBuilder<unknown>;
  /** The same debtors, each with whether it is the one meant: their files come first, as `rank` says. */
  readonly named?: RawBuilder<unknown>;
  /** The same, asked of each file of a list that is gone along in its order. */
  readonly met?: Condition;
  /** The person meant first: low before high, where the reader wants no order. */
  readonly rank?: RawBuilder<unknown>;
}

interface Strategy {
  readonly name: string;
  /** What it finds, as an example. */
  readonly finds: string;
  /** Undefined where the text has not the form for it. */
  readonly candidates: (
    query: SearchQuery,
    ctx: Reader,
    filter: FileFilter,
  ) => Candidates | undefined | Promise<Candidates | undefined>;
}

const ofDebtors = (debtors: RawBuilder<unknown>): Candidates => ({ where: isAmong(filesOfDebtors(debtors)), debtors });

const byDebtor =
  (condition: (query: SearchQuery) => Condition) =>
  (query: SearchQuery): Candidates | undefined => {
    if (query.words.length === 0) return undefined;
    const where = condition(query);
    return {
      ...ofDebtors(debtorsWhere(where)),
      named: sql`select debtor.id, ${isWholeName(query)} from debtor where ${where}`,
      met: hasDebtorWhere(where, "case_file"),
      rank: nameRank(query),
    };
  };

const byNumberPart = (query: SearchQuery): Candidates => ({
  where: hasNumberPart(query, "case_file"),
  rank: numberPartRank(query),
});

const hasDigit = ({ key }: SearchQuery): boolean => /\d/.test(key);

export const strategies: readonly Strategy[] = [
  {
    name: "key",
    finds: "26-000123, a reference, an invoice, IBAN, KvK, e-mail, postcode with number, phone, birth date",
    candidates: (query) => ({ where: filesByKey(query) }),
  },
  {
    name: "numbers",
    finds: "26-000123 26-000124 ZLE002012",
    candidates: (query) => (query.numbers.length > 0 ? { where: filesByNumbers(query) } : undefined),
  },
  { name: "name", finds: "jans jan: beginnings of the words of a name", candidates: byDebtor(nameBegins) },
  {
    name: "part of a number",
    finds: "885, 26-0008, ZLE0020",
    candidates: (query) => (query.numberPart !== undefined && hasDigit(query) ? byNumberPart(query) : undefined),
  },
  { name: "name and address", finds: "jansen zwolle, kerkstraat 12a", candidates: byDebtor(nameOrAddressHas) },
  {
    name: "client or merchant",
    finds: "zonnelicht: the files of the client of that name",
    candidates: async (query, ctx) => {
      if (query.words.length === 0) return undefined;
      const { clients, merchants } = await clientsNamed(ctx, query);
      if (clients.length + merchants.length === 0) return undefined;
      return {
        where: sql`(case_file.client_id = any(${clients}::bigint[])
        or case_file.merchant_id = any(${merchants}::bigint[]))`,
      };
    },
  },
  {
    name: "part of a name",
    finds: "anse in Jansen",
    candidates: (query) => (query.words.some((word) => word.length > 2) ? byDebtor(nameContains)(query) : undefined),
  },
  {
    name: "part of a reference",
    finds: "a part without digits",
    candidates: (query) => (query.numberPart !== undefined && !hasDigit(query) ? byNumberPart(query) : undefined),
  },
  {
    name: "part of an e-mail address",
    finds: "jansen@, gmail",
    candidates: (query) => (query.emailPart === undefined ? undefined : ofDebtors(debtorsByEmailPart(query))),
  },
  {
    name: "similar name",
    finds: "Brenbrinkma for Brembrinkma, Haverzwag Zwolle for Haverzwaag in Zwolle",
    candidates: async (query, ctx, filter) => {
      const found = await filesNamedAlike(ctx, filter, query);
      if (found.length === 0) return undefined;
      const ids = sql`${found}::bigint[]`;
      return { where: isAmongIds(ids), rank: sql`array_position(${ids}, case_file.id)` };
    },
  },
];

const isAmongIds = (ids: RawBuilder<unknown>): Condition => sql`case_file.id = any(${ids})`;
