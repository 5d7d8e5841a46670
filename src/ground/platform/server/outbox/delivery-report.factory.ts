/** Delivery reports as mail servers write them (RFC 3462, 3464). */

export interface WrittenReport {
  readonly to: string;
  readonly action?: string;
  readonly status?: string;
  readonly diagnostic?: string;
  readonly head?: readonly string[];
  readonly type?: string;
}

/** One complete report. */
export function reportMail(of: WrittenReport): string {
  const { action = "failed", status = "5.1.1", diagnostic = "smtp; 550 5.1.1 <x@example.nl>: user unknown" } = of;
  return [
    ...(of.head ?? []),
    "From: MAILER-DAEMON@mail.example.nl (Mail Delivery System)",
    `To: ${of.to}`,
    "Subject: Undelivered Mail Returned to Sender",
    `Content-Type: ${of.type ?? "multipart/report; report-type=delivery-status"}; boundary="grens"`,
    "MIME-Version: 1.0",
    "",
    "--grens",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "This is the mail system at host mail.example.nl.",
    "--grens",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mail.example.nl",
    "",
    "Final-Recipient: rfc822; x@example.nl",
    `Action: ${action}`,
    `Status: ${status}`,
    ...(diagnostic === "" ? [] : [`Diagnostic-Code: ${diagnostic}`]),
    "",
    "--grens",
    "Content-Type: text/rfc822-headers",
    "",
    "Subject: Uw rekening",
    "--grens--",
    "",
  ].join("\r\n");
}
