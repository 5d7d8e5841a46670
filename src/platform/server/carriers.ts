/** Carries mails and SMS out of the outbox: SMTP where SMTP_URL is set, SMS by the HTTP gateway of the settings. */
import nodemailer from "nodemailer";
import type { Carriers, Delivery, MailPayload, SmsPayload } from "./outbox.ts";
import type { Storage } from "./storage.ts";

/** An HTTP gateway that takes `{to, from, text, reference}` as JSON and answers 2xx once it has accepted the message. */
export interface SmsGateway {
  readonly url: string;
  readonly key: string;
  readonly sender: string;
}

const oneLine = (text: string): string => text.replace(/[\r\n\t]+/g, " ").slice(0, 250);

export function carriers(spec: {
  smtpUrl: string | undefined;
  mailFrom: () => Promise<string>;
  smsGateway: () => Promise<SmsGateway | undefined>;
  contactMoment: (at: Date) => Promise<Date>;
  storage: Storage;
}): Carriers & { close(): void } {
  const transporter = spec.smtpUrl
    ? nodemailer.createTransport(spec.smtpUrl, { disableFileAccess: true, disableUrlAccess: true })
    : undefined;

  async function mail(payload: MailPayload, key: string): Promise<Delivery> {
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
    const answer = await fetch(gateway.url, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(15_000),
      headers: { "content-type": "application/json", authorization: `Bearer ${gateway.key}` },
      body: JSON.stringify({
        to: payload.to,
        from: payload.sender ?? gateway.sender,
        text: payload.text,
        reference: key,
      }),
    });
    if (!answer.ok) return { state: "failed", error: `the SMS gateway answered ${answer.status}` };
    return { state: "sent" };
  }

  return { mail, sms, contactMoment: spec.contactMoment, close: () => transporter?.close() };
}
