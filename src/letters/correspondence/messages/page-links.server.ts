/** Links to the debtor's page in messages. An upper module makes them; here they are requested, and bound to their message. */
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { Random } from "../../../ground/platform/server/process/clock.ts";
import type { DocumentModel } from "../../templates/templates.ts";
import { plainText } from "../../templates/templates.ts";
import type { LetterModel } from "../letters/letter.ts";
import { type PageSecrets, withSecrets } from "../letters/page-link.ts";
import type { MessageChannel } from "./messages.ts";

export interface CarriedLink {
  readonly messageId: number;
  readonly fileId: number;
  /** The party that it is for; null for the debtor itself. */
  readonly partyId: number | null;
  readonly channel: MessageChannel;
  readonly secrets: PageSecrets;
}

interface PageLinks {
  readonly make: (random: Random) => PageSecrets;
  /** Keeps the hashes of the secrets of a message, in the transaction that makes it. */
  readonly keep: (ctx: WorkCtx, link: CarriedLink) => Promise<void>;
  /** Another way for a message that is sent again, because its own is not known any more; undefined where it had none. */
  readonly renew: (ctx: WorkCtx, messageId: number) => Promise<PageSecrets | undefined>;
}

let links: PageLinks | undefined;

/** Has an upper module give out the ways. */
export const carryPageLinks = (given: PageLinks): void => {
  links = given;
};

/** A message with secrets made for it, and the secrets; as it is where its reader has no page. */
export function withNewLink(
  model: LetterModel,
  random: Random,
): { readonly model: LetterModel; readonly secrets?: PageSecrets } {
  if (!links || !model.blocks.page) return { model };
  const secrets = links.make(random);
  return { model: withSecrets(model, secrets), secrets };
}

/** The secrets that a document really shows; undefined where its template asks for none. */
export const secretsShown = (document: DocumentModel, secrets: PageSecrets | undefined): PageSecrets | undefined =>
  secrets && (document.blocks.some(({ kind }) => kind === "debtorPage") || plainText(document).includes(secrets.secret))
    ? secrets
    : undefined;

export const storeLink = async (
  ctx: WorkCtx,
  { secrets, ...link }: Omit<CarriedLink, "secrets"> & { readonly secrets: PageSecrets | undefined },
): Promise<void> => {
  if (secrets) await links?.keep(ctx, { ...link, secrets });
};

export const renewLink = (ctx: WorkCtx, messageId: number): Promise<PageSecrets | undefined> =>
  links?.renew(ctx, messageId) ?? Promise.resolve(undefined);
