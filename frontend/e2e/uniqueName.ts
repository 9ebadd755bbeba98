import { test } from '@playwright/test';

/** A name that differs for each run of a test. */
export const uniqueName = (name: string): string =>
  `${name}${Date.now().toString(36)}${test.info().workerIndex}`;
