import { type ComponentType, lazy } from 'react';

/** How long a page's code may take to arrive before the error screen shows. */
const chunkTimeout = 120_000;

export class ChunkTimeout extends Error {
  override name = 'ChunkTimeout';
}

/** A page whose code is loaded when it is first drawn. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => {
    const module = await inTime(load());
    return { default: module[name] };
  });
}

async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkTimeout('chunk timeout')), chunkTimeout);
  });
  try {
    return await Promise.race([loading, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
