/** The code by which Node and PostgreSQL name an error: "EEXIST", "57P03". */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
