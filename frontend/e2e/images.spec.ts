import type { Locator, Page } from '@playwright/test';
import { boundingBoxOf } from './boundingBox';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { createDraftListing, deleteListing, getImages, type Image } from './listingFixtures';
import { createRoomImages } from './roomImages';
import { startSession } from './users';
import { textsOf } from './texts';

type Texts = ReturnType<typeof textsOf>;

let listing: string;

test.beforeEach(async ({ page, request }) => {
  listing = await createDraftListing(request);
  await startSession(page, 'LANDLORD');
  await page.goto(`/manage-listing/${listing}?step=7`);
});
test.afterEach(({ request }) => deleteListing(request, listing));

/** The shown images by number, read from the color of their wall. */
const readShownImages = (page: Page): Promise<number[]> =>
  page.locator('[data-handle] img').evaluateAll((elements) =>
    elements.map((element) => {
      const image = element as HTMLImageElement;
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      const [x, y] = [image.naturalWidth * 0.9, image.naturalHeight * 0.05];
      context?.drawImage(image, x, y, 1, 1, 0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
      const angle = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
      // Almost red can be just below 360 degrees.
      return Math.round((((angle / Math.PI) * 180 + 360) % 360) / 57) % 6;
    }),
  );

const handle = (page: Page, t: Texts, position: number, total: number): Locator =>
  page.getByRole('button', {
    name: t('images', position === 1 ? 'nameOfCover' : 'name', {
      position: `${position}`,
      total: `${total}`,
    }),
    exact: true,
  });
const button = (page: Page, t: Texts, key: string, position: number): Locator =>
  page.getByRole('button', { name: t('images', key, { position: `${position}` }), exact: true });
const ids = (images: readonly Image[]) => images.map(({ externalId }) => externalId);

/** A file with the MIME type of an image. */
const imageFile = (name: string, content: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(content, 'latin1'),
});

const startOf = (text: string) => new RegExp(`^${text.slice(0, text.indexOf(':') + 1)}`);

/** Moves an image one position earlier by drag and drop with the keyboard. */
async function moveEarlierByKeys(page: Page, t: Texts, position: number, total: number): Promise<void> {
  const expectAnnouncement = (key: string, at: number) =>
    expect(page.getByText(t('images', key, { position: `${at}`, total: `${total}` }))).toBeAttached();
  await handle(page, t, position, total).focus();
  await page.keyboard.press('Space');
  await expectAnnouncement('drag.start', position);
  // dnd-kit adds its key listener in a timer, which may run after the announcement.
  await page.evaluate(() => new Promise((resume) => setTimeout(resume, 0)));
  await page.keyboard.press('ArrowLeft');
  await expectAnnouncement('drag.over', position - 1);
  await page.keyboard.press('Space');
  await expectAnnouncement('drag.end', position - 1);
  await expect(handle(page, t, position - 1, total)).toBeFocused();
}

test.describe('images', () => {
  // The upload that is aborted on purpose.
  test.use({ expectedErrors: ['net::ERR_FAILED'] });

  test('are chosen, ordered, rotated, uploaded and deleted', async ({ page, request, locale }) => {
    // Slow, because six large images are drawn, resized, uploaded and stored.
    test.slow();
    const t = textsOf(locale ?? 'de-DE');
    const input = page.getByLabel(t('images', 'choose'));
    const save = page.getByRole('button', { name: t('wizard', 'save'), exact: true });
    await expect(page.getByText(t('images', 'hint'))).toBeVisible();

    await test.step('one is required', async () => {
      await save.click();
      await expect(page.getByText(t('images', 'missing'))).toBeVisible();
      await inspect(page, 'images-1-missing');
    });

    await test.step('six are chosen, and other files are rejected', async () => {
      const images = await createRoomImages(page, 6);
      await input.setInputFiles([
        ...images,
        imageFile('letter.jpg', '%PDF-1.7'),
        imageFile('phone.jpg', '\0\0\0\x14ftypheic\0\0\0\0mif1'),
        imageFile('broken.jpg', '\xff\xd8\xff\xe0 and nothing more'),
      ]);
      await expect(page.getByText(/: letter\.jpg\./)).toContainText(t('files', 'pdf'));
      await expect(page.getByText(/: phone\.jpg\./)).toContainText(t('files', 'heic'));
      await expect(page.getByText(/: broken\.jpg\./)).toContainText(t('files', 'damaged'));
      await expect(page.locator('[data-handle] img')).toHaveCount(6);
      await expect(page.getByText(t('images', 'step.waiting'), { exact: true })).toHaveCount(6);
    });

    await test.step('they are moved, rotated and removed before the upload', async () => {
      expect(await readShownImages(page)).toEqual([0, 1, 2, 3, 4, 5]);
      await moveEarlierByKeys(page, t, 2, 6);
      await expect.poll(() => readShownImages(page)).toEqual([1, 0, 2, 3, 4, 5]);
      await button(page, t, 'rotateRight', 1).click();
      await button(page, t, 'delete', 6).click();
      await expect(page.locator('[data-handle] img')).toHaveCount(5);
      await inspect(page, 'images-2-chosen');
    });

    await test.step('one upload fails; the others continue', async () => {
      // Not with `times`, because a request can get lost when the route ends.
      let hasFailed = false;
      await page.route('**/images', async (route) => {
        const isFirst = route.request().method() === 'POST' && !hasFailed;
        hasFailed ||= isFirst;
        await (isFirst ? route.abort() : route.continue());
      });
      await save.click();
      await expect(page.getByText(t('images', 'offline'))).toBeVisible();
      // Shows after the other uploads, which are slow in a debug build.
      await expect(page.getByText(t('wizard', 'save.imagesFailed'))).toBeVisible({ timeout: 60_000 });
      expect(await getImages(request, listing)).toHaveLength(4);
      await inspect(page, 'images-3-failed');
    });

    await test.step('it is retried without the others', async () => {
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/images')) sent.push(request.url());
      });
      // Saving during the change of the order would be refused first, and repeated.
      const ordered = page.waitForResponse((response) => response.url().endsWith('/images/order'));
      // Either of the two that started together.
      await page.getByRole('button', { name: startOf(t('images', 'retryLabel')) }).click();
      await expect(page.getByText(t('images', 'offline'))).toHaveCount(0);
      await expect.poll(async () => (await getImages(request, listing)).length).toBe(5);
      expect(sent).toHaveLength(1);
      expect((await ordered).ok()).toBe(true);
    });

    await test.step('Save opens the next step, and the server has the shown order', async () => {
      await save.click();
      await expect(page).toHaveURL(/step=8/, { timeout: 60_000 });
      await page.goto(`/manage-listing/${listing}?step=7`);
      await expect(page.locator('[data-handle] img')).toHaveCount(5);
      await expect.poll(() => readShownImages(page)).toEqual([1, 0, 2, 3, 4]);
    });

    await test.step('an uploaded one is rotated and gets a new location', async () => {
      const [, before] = await getImages(request, listing);
      await button(page, t, 'rotateLeft', 2).click();
      await expect
        .poll(async () => (await getImages(request, listing))[1]?.location)
        .not.toBe(before?.location);
      const [, after] = await getImages(request, listing);
      await expect(page.locator(`[data-handle] img[src$="${after?.location}"]`)).toBeVisible();
    });

    await test.step('a new order of uploaded ones is saved automatically', async () => {
      const before = ids(await getImages(request, listing));
      await moveEarlierByKeys(page, t, 3, 5);
      const [first = '', second = '', third = '', ...others] = before;
      await expect
        .poll(async () => ids(await getImages(request, listing)))
        .toEqual([first, third, second, ...others]);
    });

    await test.step('an uploaded one is deleted after confirmation', async () => {
      const [first] = ids(await getImages(request, listing));
      await button(page, t, 'delete', 1).click();
      await inspect(page, 'images-4-delete');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('images', 'deleteConfirm') })
        .click();
      await expect(page.locator('[data-handle] img')).toHaveCount(4);
      expect(ids(await getImages(request, listing))).not.toContain(first);
      await expect(handle(page, t, 1, 4)).toBeFocused();
      await inspect(page, 'images-5-uploaded');
    });
  });
});

test('an image is moved by mouse', async ({ page, locale }) => {
  const t = textsOf(locale ?? 'de-DE');
  await page.getByLabel(t('images', 'choose')).setInputFiles(await createRoomImages(page, 3));
  await expect(page.locator('[data-handle] img')).toHaveCount(3);
  await handle(page, t, 1, 3).hover();
  await page.mouse.down();
  const target = await boundingBoxOf(handle(page, t, 2, 3));
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => readShownImages(page)).toEqual([1, 0, 2]);
});
