import { describe, expect, it } from "vitest";
import { createMetrics, mayReadMetrics } from "./metrics.ts";

describe("metrics", () => {
  it("count by labels, whatever their order", async () => {
    const metrics = createMetrics();
    const requests = metrics.counter("requests_total", "Requests answered.");
    requests.add({ method: "GET", status: 200 });
    requests.add({ status: 200, method: "GET" });
    requests.add({ method: "POST", status: 400 }, 3);
    const text = await metrics.text();
    expect(text).toContain("# HELP requests_total Requests answered.\n# TYPE requests_total counter\n");
    expect(text).toContain('requests_total{method="GET",status="200"} 2\n');
    expect(text).toContain('requests_total{method="POST",status="400"} 3\n');
  });

  it("time in buckets that add up", async () => {
    const metrics = createMetrics();
    const timing = metrics.timing("request_seconds", "How long.");
    for (const seconds of [0.004, 0.2, 20]) timing.observe(seconds);
    const text = await metrics.text();
    expect(text).toContain('request_seconds_bucket{le="0.005"} 1\n');
    expect(text).toContain('request_seconds_bucket{le="0.25"} 2\n');
    expect(text).toContain('request_seconds_bucket{le="10"} 2\n');
    expect(text).toContain('request_seconds_bucket{le="+Inf"} 3\n');
    expect(text).toContain("request_seconds_count 3\n");
    // 0.004 + 0.2 + 20
    expect(text).toContain("request_seconds_sum 20.204\n");
  });

  it("escape what a label may hold", async () => {
    const metrics = createMetrics();
    metrics.counter("odd_total", "Odd.").add({ job: 'a"b\\c\nd' });
    expect(await metrics.text()).toContain('odd_total{job="a\\"b\\\\c\\nd"} 1\n');
  });

  it("read gauges when asked, and refuse a name twice", async () => {
    const metrics = createMetrics();
    let waiting = 1;
    metrics.gauge("jobs_waiting", "Jobs.", async () => [[{ queue: "mail" }, waiting]]);
    expect(await metrics.text()).toContain('jobs_waiting{queue="mail"} 1\n');
    waiting = 5;
    expect(await metrics.text()).toContain('jobs_waiting{queue="mail"} 5\n');
    expect(() => metrics.counter("jobs_waiting", "Again.")).toThrow("registered twice");
  });

  it("are for those who have the token", () => {
    const token = "t".repeat(20);
    expect(mayReadMetrics(token, `Bearer ${token}`)).toBe(true);
    expect(mayReadMetrics(token, `Bearer ${token}x`)).toBe(false);
    expect(mayReadMetrics(token, token)).toBe(false);
    expect(mayReadMetrics(token, undefined)).toBe(false);
    expect(mayReadMetrics(undefined, "Bearer ")).toBe(false);
  });
});
