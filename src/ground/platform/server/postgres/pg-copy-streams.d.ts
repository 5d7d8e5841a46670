/** What we use of pg-copy-streams, which brings no types of its own. */
declare module "pg-copy-streams" {
  import type { Readable, Writable } from "node:stream";
  import type { Submittable } from "pg";

  export class CopyStreamQuery extends Writable implements Submittable {
    submit(connection: unknown): void;
    /** Known once the stream has finished. */
    readonly rowCount: number;
  }
  /** A stream into `copy … from stdin`. */
  export function from(statement: string): CopyStreamQuery;

  export class CopyToStreamQuery extends Readable implements Submittable {
    submit(connection: unknown): void;
    /** Known once the stream has ended. */
    readonly rowCount: number;
  }
  /** The stream of what `copy … to stdout` gives. */
  export function to(statement: string): CopyToStreamQuery;
}
