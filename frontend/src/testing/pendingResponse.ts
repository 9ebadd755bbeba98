/**
 * A resolver for a handler of the mocked server, which responds when the test calls `respond`:
 * without a response, the next handler does.
 */
export function pendingResponse(response: () => Response | undefined = () => undefined) {
  let respond: (() => void) | undefined;
  const called = new Promise<void>((resolve) => {
    respond = resolve;
  });
  return {
    respond: () => respond?.(),
    resolver: async () => {
      await called;
      return response();
    },
  };
}
