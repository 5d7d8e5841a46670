/** Rule 13: what a user can steer goes out by the guard. */
import { hold, layerOf, type Tree, withoutComments } from "./tree.factory.ts";

// How a connection begins, and the files that may begin it so. Besides the guard: what it hands its connection to, and what goes only
// where the environment says, which no user can set.
const connections: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<![.\w])fetch\(/, ["ground/platform/server/storage/s3.ts"]],
  [/\bfrom "(?:node:)?undici"/, []],
  [
    /\bimport\b[^;]*\b(?:connect|createConnection)\b[^;]*from "node:(?:net|tls)"/,
    ["ground/platform/server/storage/virus-scan.ts"],
  ],
  [
    /\bimport\b[^;]*\b(?:request|get)\b[^;]*from "node:https?"|\bhttps?\.(?:request|get)\(|\b(?:net|tls)\.connect\(/,
    [],
  ],
  [/\bcreateTransport\(|\bnew SMTPConnection\(/, ["ground/platform/server/outbox/gateways.ts"]],
  [/\bnew SftpClient\(|\bfrom "ssh2"|\bimport\("ssh2/, ["ground/platform/server/outbox/sftp.ts"]],
];

/** What a user can steer goes out by `ground/platform/server/outbox/outgoing.ts`, which looks at the address that a name stands for. */
function unguardedConnections(of: Tree): string[] {
  return [...of].flatMap(([path, text]) => {
    if (layerOf(path) !== "server" || path === "ground/platform/server/outbox/outgoing.ts") return [];
    const code = withoutComments(text);
    const found = connections.filter(([pattern]) => pattern.test(code));
    const isGuarded = /\bopenSocket\(/.test(code);
    return found.flatMap(([pattern, allowed]) => {
      const needsSocket = /createTransport|SftpClient/.test(pattern.source);
      return allowed.includes(path) && (!needsSocket || isGuarded) ? [] : [`${path} connects without the guard`];
    });
  });
}

hold([
  {
    says: "13. What a user can steer goes out by the guard",
    broken: unguardedConnections,
    example: {
      "ground/platform/server/outbox/outgoing.ts":
        'import { connect } from "node:net"; import { fetch } from "undici"; fetch(x);',
      "ground/platform/server/storage/s3.ts": "await fetch(url)",
      "ground/platform/server/jobs/queue.ts": "this.#boss.fetch(name)",
      "exchange/intake/pickup/pickup-locations.server.ts": "new SftpClient(x)",
      "cases/files/files.server.ts": "await fetch(url)",
      "cases/logs/logs.server.ts": 'import { connect } from "node:tls";',
      "money/payments/payments.server.ts": 'import { createServer } from "node:net"; nodemailer.createTransport({})',
    },
    found: [
      "exchange/intake/pickup/pickup-locations.server.ts connects without the guard",
      "cases/files/files.server.ts connects without the guard",
      "cases/logs/logs.server.ts connects without the guard",
      "money/payments/payments.server.ts connects without the guard",
    ],
  },
]);
