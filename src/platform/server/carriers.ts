/** Carries mails and SMS out of the outbox: by the mail server and the SMS gateway that the house has chosen. */
import type { Transporter } from "nodemailer";
import { type MailGateway, mailTransport, postSms, type SmsGateway } from "./gateways.ts";
import type { Carriers, Delivery, MailPayload, SmsPayload } from "./outbox.ts";
import type { OutgoingException } from "./outgoing.ts";
import type { Storage } from "./storage.ts";

const oneLine = (text: string): string => text.replace(/[\r\n\t]+/g, " ").slice(0, 250);

export function carriers(spec: {
  mailGateway: () => Promise<MailGateway | undefined>;
  mailFrom: () => Promise<string>;
  smsGateway: () => Promise<SmsGateway | undefined>;
  contactMoment: Carriers["contactMoment"];
  turnsOf: Carriers["turnsOf"];
  storage: Storage;
  /** Where mails and SMS may go although the address is not public. */
  outgoingAllow: readonly OutgoingException[];
}): Carriers & { close(): void } {
  let current: { readonly mark: string; readonly transporter: Transporter } | undefined;

  /** The way to the mail server of now; one that was left behind by a change of settings is closed. */
  async function transporterOfNow(): Promise<Transporter | undefined> {
    const gateway = await spec.mailGateway();
    const mark = JSON.stringify(gateway ?? null);
    if (current?.mark !== mark) {
      current?.transporter.close();
      current = gateway ? { mark, transporter: mailTransport(gateway, spec.outgoingAllow) } : undefined;
    }
    return current?.transporter;
  }

  async function mail(payload: MailPayload, key: string): Promise<Delivery> {
    const transporter = await transporterOfNow();
    if (!transporter) return { state: "kept" };
    const attachments = await Promise.all(
      (payload.attachments ?? []).map(async ({ name, mime, storageKey }) => ({
        filename: oneLine(name),
        contentType: mime,
        content: Buffer.from(await spec.storage.get(storageKey)),
      })),
    );
    await transporter.sendMail({
      from: payload.from ?? (await spec.mailFrom()),
      to: payload.to,
      subject: oneLine(payload.subject),
      text: payload.text,
      ...(payload.html ? { html: payload.html } : {}),
      ...(payload.replyTo ? { replyTo: payload.replyTo } : {}),
      attachments,
      // The effect's key is the Message-ID, so that the other side can tell a repeat too.
      messageId: `<${key.replace(/[^\w.-]/g, ".")}@vorder>`,
      headers: { "X-Vorder-Effect": oneLine(key), ...payload.headers },
    });
    return { state: "sent" };
  }

  async function sms(payload: SmsPayload, key: string): Promise<Delivery> {
    const gateway = await spec.smsGateway();
    if (!gateway) return { state: "kept" };
    const from = payload.sender ?? gateway.sender;
    const message = { to: payload.to, from, text: payload.text, reference: key };
    const status = await postSms(gateway, message, spec.outgoingAllow);
    if (status < 200 || status > 299) return { state: "failed", error: `the SMS gateway answered ${status}` };
    return { state: "sent" };
  }

  return {
    mail,
    sms,
    contactMoment: spec.contactMoment,
    turnsOf: spec.turnsOf,
    close: () => current?.transporter.close(),
  };
}
