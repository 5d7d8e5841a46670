/** A print house of a test: an SFTP server that batches go to. */
import type { World } from "../../app/testing/world.factory.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";

export const printHouseUser = { username: "vorder", password: "geheim" };

/** Lets batches go to this server by SFTP; `more` settings beside it. */
export const usePrintHouse = (
  world: World,
  { port, hostKey }: { readonly port: number; readonly hostKey: string },
  more: object = {},
): Promise<unknown> =>
  world.work((ctx) =>
    changeSettings(ctx, {
      printHouse: true,
      printSftpHost: "127.0.0.1",
      printSftpPort: port,
      printSftpUser: printHouseUser.username,
      printSftpPassword: printHouseUser.password,
      printSftpHostKey: hostKey,
      printSftpFolder: "/in",
      ...more,
    }),
  );
