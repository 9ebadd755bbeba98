import type { Page } from '@playwright/test';

type ImageFile = { name: string; mimeType: string; buffer: Buffer };

/** JPEG files of the size of photos, drawn by the browser. Each has a different color. */
export async function createRoomImages(page: Page, count: number): Promise<ImageFile[]> {
  const files: ImageFile[] = [];
  for (let index = 0; index < count; index++) {
    const url = await page.evaluate(draw, index);
    files.push({
      name: `room-${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'),
    });
  }
  return files;
}

/** Runs in the page. */
function draw(index: number): string {
  const canvas = document.createElement('canvas');
  // Landscape and portrait, and larger than the upload limit of 2400 px.
  const [width, height] = index % 3 === 2 ? [1800, 2600] : [2600, 1800];
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('2d context is not supported');
  const fill = (color: string, x: number, y: number, w: number, h: number) => {
    context.fillStyle = color;
    context.fillRect(x * width, y * height, w * width, h * height);
  };
  const hue = (index * 57) % 360;
  fill(`hsl(${hue} 45% 82%)`, 0, 0, 1, 1);
  fill('hsl(28 38% 58%)', 0, 0.75, 1, 0.25);
  fill('#ffffff', 0.32, 0.12, 0.36, 0.46);
  fill('hsl(205 70% 76%)', 0.34, 0.15, 0.15, 0.4);
  fill('hsl(205 70% 80%)', 0.51, 0.15, 0.15, 0.4);
  fill(`hsl(${hue + 180} 40% 40%)`, 0.08 + 0.06 * index, 0.62, 0.3, 0.2);
  return canvas.toDataURL('image/jpeg', 0.9);
}
