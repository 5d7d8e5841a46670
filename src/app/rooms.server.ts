/** All rooms' servers, from the ground up. */

import { accessServer } from "../access/access.server.ts";
import { customersServer } from "../customers/customers.server.ts";
import { employeesServer } from "../employees/employees.server.ts";
import { merchantsServer } from "../merchants/merchants.server.ts";
import type { RoomServer } from "../platform/server/room.ts";
import { settingsServer } from "../settings/settings.server.ts";

export const roomServers: readonly RoomServer[] = [
  settingsServer,
  accessServer,
  employeesServer,
  customersServer,
  merchantsServer,
];
