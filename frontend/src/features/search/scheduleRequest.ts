type Request<Data> = PromiseLike<{ data?: Data | undefined }> & { abort: () => void };

/**
 * Sends a request when `schedule` runs it, and passes its data to `onResult`: undefined if it
 * failed. The returned function cancels: the request is not sent or is aborted, and `onResult` is
 * not called.
 */
export function scheduleRequest<Data>(
  schedule: (work: () => void) => () => void,
  send: () => Request<Data>,
  onResult: (data: Data | undefined) => void,
): () => void {
  let isCancelled = false;
  let running: { abort: () => void } | undefined;
  const run = async () => {
    const request = send();
    running = request;
    const { data } = await request;
    if (!isCancelled) onResult(data);
  };
  const unschedule = schedule(() => void run());
  return () => {
    isCancelled = true;
    unschedule();
    running?.abort();
  };
}
