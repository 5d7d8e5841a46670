/** What is stored with a letter when it is made: its recipient, and whether a print house has yet to report its posting. */
import { sql } from "kysely";
import type { LetterModel } from "../letters/letter.ts";

/** What a letter is that is made now, by the house's own setting. */
export const postingNow = sql<string>`(select case when coalesce((chosen ->> 'printHouse')::boolean, false)
  then 'awaited' else 'assumed' end from global_setting)`;

/** To whom a letter goes: its lines in one, and what a mail house sorts by. */
export const addressed = ({ recipient, country, postcode }: LetterModel) => ({
  to_address: recipient.join(", "),
  to_country: country,
  to_postcode: postcode,
});
