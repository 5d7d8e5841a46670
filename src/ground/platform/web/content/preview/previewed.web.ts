/** The documents that are looked at. */

export interface Previewed {
  readonly name: string;
  /** Where its bytes are read; what tells it from its siblings, where `read` reads them. */
  readonly href: string;
  /** Reads its bytes, where asking for them takes more than an address. */
  readonly read?: (signal: AbortSignal) => Promise<Response>;
}

export interface PreviewProps {
  readonly documents: readonly Previewed[];
  /** Which of them is shown first. */
  readonly at?: number;
}
