/** What is typed in a form's fields and means nothing. Pure. */

/** By the names of the fields what each says of its own text; nothing of those whose text means something. */
export const failedChecks = (checks: ReadonlyMap<string, () => string | undefined>): Record<string, string> =>
  Object.fromEntries(
    [...checks].flatMap(([name, check]) => {
      const message = check();
      return message === undefined ? [] : [[name, message]];
    }),
  );
