/** The constants of choices (specification, point 9). */

/** Options that a list shows at most. */
export const optionLimit = 1000;
/** Pixels of the list and of one option in it. */
export const listHeight = 300;
export const optionHeight = 40;
/** From the last key to the search. */
export const searchDebounceMillis = 500;
