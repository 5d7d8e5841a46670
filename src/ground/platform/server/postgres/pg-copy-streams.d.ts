/** The types of pg-copy-streams that we use; the package has none. */
declare module "pg-copy-streams" {
  import type { Readable, Writable } from "node:stream";
  import type { Submittable } from "pg";

  export class CopyStreamQuery extends Writable implements Submittable {
    submit(connection: unknown): void;
    /** Set when the stream has finished. */
    readonly rowCount: number;
  }
  /** A stream into `copy … from stdin`. */
  export function from(statement: string): CopyStreamQuery;

  export class CopyToStreamQuery extends Readable implements Submittable {
    submit(connection: unknown): void;
    /** Set when the stream has ended. */
    readonly rowCount: number;
  }
  /** The stream of `copy … to stdout`. */
  export function to(statement: string): CopyToStreamQuery;
}
