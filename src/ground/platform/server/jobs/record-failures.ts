/**
 * Recurring work on many records goes on without one that cannot be worked on, such as a file whose data are damaged: the others are not to wait
 * for it. The work ends as failed all the same, so that a person is told.
 */
import { VorderError } from "../../../kernel/errors.ts";
import type { JobCtx } from "../http/module.ts";
import { endsSlice } from "./reasons.ts";

export class RecordFailures {
  readonly #ctx: Pick<JobCtx, "log" | "signal">;
  #count = 0;
  #first: unknown;

  constructor(ctx: Pick<JobCtx, "log" | "signal">) {
    this.#ctx = ctx;
  }

  /**
   * Works on one record, which the log names where it fails, and notes the failure.
   * @throws what is not the fault of the record: a failure of the system, and whatever comes once the worker ends.
   */
  async attempt(record: Readonly<Record<string, unknown>>, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (endsSlice(this.#ctx, error)) throw error;
      this.#ctx.log.error({ err: error, ...record }, "a record could not be worked on; the others are");
      this.#first ??= error;
      this.#count += 1;
    }
  }

  /** @throws if a record failed, with how many did: what was done for the others stays. */
  end(): void {
    if (this.#count === 0) return;
    const why = { key: "platform.reason.records", values: { count: this.#count } };
    throw new VorderError("conflict", { fields: { common: [why] }, cause: this.#first });
  }
}
