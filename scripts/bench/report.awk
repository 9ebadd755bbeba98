# From lines "name requests seconds server-ticks postgres-ticks" (100 ticks a second): the medians and their ratios.

function median(name, values, count,    sorted, i, j, swap) {
  for (i = 1; i <= count; i++) sorted[i] = values[name, i]
  for (i = 1; i <= count; i++) for (j = i + 1; j <= count; j++) if (sorted[j] < sorted[i]) {
    swap = sorted[i]; sorted[i] = sorted[j]; sorted[j] = swap
  }
  return (sorted[int((count + 1) / 2)] + sorted[int(count / 2) + 1]) / 2
}

{
  n = ++rounds[$1]
  rate[$1, n] = $2 / $3
  server[$1, n] = $4 * 10000 / $2
  postgres[$1, n] = $5 * 10000 / $2
}

END {
  printf "  %-32s %12s %16s %16s\n", "", "requests/s", "server CPU µs", "postgres CPU µs"
  split("search sql static", names, " ")
  title["search"] = "search over HTTP"; title["sql"] = "the same SQL by pgbench"; title["static"] = "a static file of 8 KB"
  for (i = 1; i <= 3; i++) {
    name = names[i]; n = rounds[name]
    r[name] = median(name, rate, n)
    printf "  %-32s %12.0f %16.0f %16.0f\n", title[name], r[name], median(name, server, n), median(name, postgres, n)
  }
  printf "  search : SQL = %.2f, search : static = %.4f\n", r["search"] / r["sql"], r["search"] / r["static"]
}
