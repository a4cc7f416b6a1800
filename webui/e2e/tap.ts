import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Side } from '../src/shapes';

/** Opens a side's link on a phone, takes the side and says who sits where. */
export async function sitDown(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.tap('[data-do=hold]');
  await page.waitForSelector('.seats');
}

/** Says that the players sit as they stand in the list. */
export async function chooseSeats(page: Page, side: Side): Promise<void> {
  const seat = side === 'A' ? 1 : 2;
  expect(await page.isDisabled('[data-do=seats]'), 'nobody sits anywhere before it is said').toBe(true);
  await page.tap(`.choice[data-seat="${seat}"] >> nth=0`);
  await page.tap('[data-do=seats]');
  await page.waitForSelector('.seats', { state: 'detached' });
}

/** Taps seats in the order in which their players finished; the last one follows by itself. */
export async function tapOrder(page: Page, finish: readonly number[]): Promise<void> {
  const taps = finish.length === 4 ? finish.slice(0, 3) : finish;
  for (const seat of taps) await page.tap(`.order-pad [data-seat="${seat}"]`);
}

/** What the page says would follow. */
export async function follows(page: Page): Promise<string[]> {
  await page.waitForSelector('.follows li');
  return page.locator('.follows li').allInnerTexts();
}

/** Reports a hand by taps; gives what the page said would follow. */
export async function tapHand(page: Page, number: number, finish: readonly number[]): Promise<string[]> {
  await page.waitForSelector(`.report:has-text("第 ${number} 副")`);
  await tapOrder(page, finish);
  const said = await follows(page);
  await page.tap('[data-do=send]');
  await page.waitForSelector(`.saved:has-text("已保存：第 ${number} 副")`);
  return said;
}

/** Confirms the hand that the other side reported. */
export async function tapConfirm(page: Page, number: number): Promise<void> {
  await page.waitForSelector(`.answer:has-text("第 ${number} 副")`);
  await page.tap('[data-do=confirm]');
  await page.waitForSelector(`.hand[data-hand="1/${number}"] .hand-state:has-text("双方一致")`);
}

/** Agrees to the finished match. */
export async function tapAgree(page: Page): Promise<void> {
  await page.tap('[data-do=agree]');
  await page.waitForSelector('[data-do=agree]', { state: 'detached' });
}
