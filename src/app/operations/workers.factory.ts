/** Real worker processes for tests that kill them in the midst of their work. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { z } from "zod";
import type { JobDecl } from "../../ground/platform/server/http/module.ts";
import { testProgram } from "../testing/programs.factory.ts";
import type { World } from "../testing/world.factory.ts";

/** A process that does a job in the test's own database, and has begun when this returns; `stderr`: what becomes of what it complains of. */
export async function startWorker<P extends z.ZodType>(
  world: World,
  job: JobDecl<P>,
  payload: z.input<P>,
  stderr: "inherit" | "ignore" = "inherit",
): Promise<ChildProcess> {
  const given = [job.name, JSON.stringify(payload), world.clock.now().toISOString()];
  const worker = spawn(process.execPath, [testProgram("killed-worker"), ...given], {
    stdio: ["ignore", "pipe", stderr],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      VORDER_ENV: "test",
      VORDER_DEMO: "off",
      CAPTCHA: "off",
      // The mail servers and gateways of the tests are on this machine.
      OUTGOING_ALLOW: "127.0.0.1,localhost",
      LOG_LEVEL: "silent",
      SESSION_SECRET: "a secret of the tests that is long enough",
      DATABASE_URL: world.servingUrl,
      BASE_URL: world.vorder.parts.environment.baseUrl,
      DATA_DIR: world.vorder.parts.environment.dataDir,
    },
  });
  const begun = once(worker.stdout ?? worker, "data").then(() => true);
  const ended = once(worker, "exit").then(([code]) => code === 0);
  if (!(await Promise.race([begun, ended]))) throw new Error("the worker ended before it began");
  return worker;
}

export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** Kills a worker as a power cut does; whether it was still running. */
export async function kill(worker: ChildProcess): Promise<boolean> {
  if (!isRunning(worker)) return false;
  const gone = once(worker, "exit");
  worker.kill("SIGKILL");
  await gone;
  return true;
}

export const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
