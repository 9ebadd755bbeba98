-- Prints the result of a run: requests, microseconds, p50, p95 and p99 in milliseconds, errors,
-- bytes.
function done(summary, latency)
  local errors = summary.errors
  print(("result %d %d %.3f %.3f %.3f %d %d"):format(
    summary.requests, summary.duration,
    latency:percentile(50) / 1000, latency:percentile(95) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout, summary.bytes))
end
