import { describe, expect, it } from "vitest";
import { Metrics, mayReadMetrics } from "./metrics.ts";

describe("metrics", () => {
  it("record durations by label, in cumulative buckets", async () => {
    const metrics = new Metrics();
    const timing = metrics.timing("request_seconds", "How long.", ["method"]);
    for (const seconds of [0.004, 0.2, 20]) timing.observe({ method: "GET" }, seconds);
    timing.observe({ method: 'P"U\nT' }, 1);
    const text = await metrics.text();
    expect(text).toContain("# HELP request_seconds How long.\n# TYPE request_seconds histogram\n");
    expect(text).toContain('request_seconds_bucket{le="0.005",method="GET"} 1\n');
    expect(text).toContain('request_seconds_bucket{le="0.25",method="GET"} 2\n');
    expect(text).toContain('request_seconds_bucket{le="10",method="GET"} 2\n');
    expect(text).toContain('request_seconds_bucket{le="+Inf",method="GET"} 3\n');
    // 0.004 + 0.2 + 20
    expect(text).toContain('request_seconds_sum{method="GET"} 20.204\n');
    expect(text).toContain('request_seconds_count{method="P\\"U\\nT"} 1\n');
  });

  it("read current values, drop labels that are gone, and refuse a duplicate name", async () => {
    const metrics = new Metrics();
    let waiting: readonly (readonly [string, number])[] = [["mail", 1]];
    const gauge = (): void => metrics.gauge("jobs_waiting", "Jobs.", "queue", async () => waiting);
    gauge();
    expect(await metrics.text()).toContain('jobs_waiting{queue="mail"} 1\n');
    waiting = [["sms", 5]];
    const text = await metrics.text();
    expect(text).toContain('jobs_waiting{queue="sms"} 5\n');
    expect(text).not.toContain('queue="mail"');
    expect(gauge).toThrow("already been registered");
  });

  it("report the process once, however many applications run in it", async () => {
    const text = await Promise.all([new Metrics().text(), new Metrics().text()]);
    for (const one of text) {
      expect(one.match(/^process_resident_memory_bytes \d+$/gm)).toHaveLength(1);
      expect(one).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    }
  });

  it("need the token", () => {
    const token = "t".repeat(20);
    expect(mayReadMetrics(token, `Bearer ${token}`)).toBe(true);
    expect(mayReadMetrics(token, `Bearer ${token}x`)).toBe(false);
    expect(mayReadMetrics(token, token)).toBe(false);
    expect(mayReadMetrics(token, undefined)).toBe(false);
    expect(mayReadMetrics(undefined, "Bearer ")).toBe(false);
  });
});
