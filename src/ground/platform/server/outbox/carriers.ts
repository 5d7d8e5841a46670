/** Delivers mails and SMS of the outbox: by the configured mail server and SMS gateway. */

import type { Storage } from "../storage/storage.ts";
import {
  type Conversation,
  type GatewayOutcome,
  type MailGateway,
  outcomeOf,
  postMail,
  postSms,
  type SmsGateway,
} from "./gateways.ts";
import type { MailPayload, SmsPayload } from "./outbox.ts";
import type { Carriers, Delivery, HandOver } from "./outbox-delivery.ts";
import type { OutgoingException } from "./outgoing.ts";
import type { HandedOver } from "./return-path.ts";

/** Exactly one mailbox: a list, a name or a line break would add other recipients. */
const oneMailbox = /^[^\s<>,;:"()[\]\\@]{1,64}@[^\s<>,;:"()[\]\\@]{1,255}$/;

const oneLine = (text: string): string => text.replace(/[\r\n\t]+/g, " ").slice(0, 250);

/** What a user is told: the other side's answer if there is one, otherwise a sentence about the failure. */
const whyNot = ({ answer, status, error }: GatewayOutcome): string => {
  const answered = status !== undefined || (error instanceof Error && "responseCode" in error);
  return answered ? answer : `platform.outbox.${outcomeOf(error)}`;
};

function deliveryOf(handed: GatewayOutcome): Delivery {
  switch (handed.outcome) {
    case "taken":
      return { state: "sent" };
    case "deferred":
      return { state: "failed", error: whyNot(handed) };
    case "refused":
      return { state: "refused", error: whyNot(handed) };
    case "unknown":
      return { state: "uncertain", error: handed.status === undefined ? "platform.outbox.unanswered" : handed.answer };
  }
}

export function carriers(spec: {
  mailGateway: () => Promise<MailGateway | undefined>;
  mailFrom: () => Promise<string>;
  /** The return address of undeliverable mail; undefined: its sender. */
  returnPath: (handed: HandedOver) => Promise<string | undefined>;
  smsGateway: () => Promise<SmsGateway | undefined>;
  contactMoments: Carriers["contactMoments"];
  deliveriesOf: Carriers["deliveriesOf"];
  storage: Storage;
  /** Destinations that are allowed although their address is not public. */
  outgoingAllow: readonly OutgoingException[];
  /** The time limit of a conversation. */
  seconds: number;
}): Carriers {
  const { seconds, outgoingAllow: allowed } = spec;
  const conversation = ({ handOver, signal }: HandOver): Conversation => ({ seconds, allowed, signal, handOver });

  async function mail(payload: MailPayload, key: string, turn: HandOver): Promise<Delivery> {
    const gateway = await spec.mailGateway();
    if (!gateway) return { state: "kept" };
    if (!oneMailbox.test(payload.to)) return { state: "refused", error: "platform.outbox.badAddress" };
    const attachments = await Promise.all(
      (payload.attachments ?? []).map(async ({ name, mime, storageKey }) => ({
        filename: oneLine(name),
        contentType: mime,
        content: Buffer.from(await spec.storage.get(storageKey)),
      })),
    );
    const back = await spec.returnPath(turn.row);
    const message = {
      from: payload.from ?? (await spec.mailFrom()),
      to: payload.to,
      ...(back && { envelope: { from: back, to: payload.to } }),
      subject: oneLine(payload.subject),
      text: payload.text,
      ...(payload.html ? { html: payload.html } : {}),
      ...(payload.replyTo ? { replyTo: payload.replyTo } : {}),
      attachments,
      // The effect's key is the Message-ID, so that the other side can recognise a repeat.
      messageId: `<${key.replace(/[^\w.-]/g, ".")}@vorder>`,
      headers: { "X-Vorder-Effect": oneLine(key), ...payload.headers },
    };
    return deliveryOf(await postMail(gateway, message, conversation(turn)));
  }

  async function sms(payload: SmsPayload, key: string, turn: HandOver): Promise<Delivery> {
    const gateway = await spec.smsGateway();
    if (!gateway) return { state: "kept" };
    const from = payload.sender ?? gateway.sender;
    const message = { to: payload.to, from, text: payload.text, reference: key };
    return deliveryOf(await postSms(gateway, message, conversation(turn)));
  }

  return { mail, sms, contactMoments: spec.contactMoments, deliveriesOf: spec.deliveriesOf, seconds };
}
