/** All rooms' servers, from the ground up. */
import { merchantsServer } from "../merchants/merchants.server.ts";
import type { RoomServer } from "../platform/server/room.ts";

export const roomServers: readonly RoomServer[] = [merchantsServer];
