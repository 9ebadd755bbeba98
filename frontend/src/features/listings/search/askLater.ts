type Request<Answer> = PromiseLike<{ data?: Answer | undefined }> & { abort: () => void };

/**
 * Sends a request when `later` says, and hands over what it brings: nothing if it failed. Whoever calls what comes back
 * has overtaken it: it is not sent any more, or aborted, and never answered.
 */
export function askLater<Answer>(
  later: (work: () => void) => () => void,
  send: () => Request<Answer>,
  answer: (data: Answer | undefined) => void,
): () => void {
  let overtaken = false;
  let running: { abort: () => void } | undefined;
  const ask = async () => {
    const request = send();
    running = request;
    const { data } = await request;
    if (!overtaken) answer(data);
  };
  const cancel = later(() => void ask());
  return () => {
    overtaken = true;
    cancel();
    running?.abort();
  };
}
