import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { venue } from './kiosk';
import { chromiumProgram } from './programs';

/** Where pictures of the pages go; none are taken where it is not set. */
const shots = process.env['E2E_SHOTS'];

const wechat =
  'Mozilla/5.0 (Linux; Android 10; HMA-AL00) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MMWEBID/7230 MicroMessenger/8.0.49.2600(0x28003145) WeChat/arm64 Language/zh_CN ABI/arm64';

/** Whoever looks at a page: the laptop of the organiser, or a phone. */
export interface Viewer {
  context: BrowserContext;
  page: Page;
}

/** One Chromium for a file of tests. It notes what goes wrong in any page. */
export class Visitors {
  /** Errors of scripts and refusals of the content security policy; there must be none. */
  readonly troubles: string[] = [];
  /** What looked wrong on a page; there must be nothing. */
  readonly faults: string[] = [];

  private constructor(private readonly browser: Browser) {}

  static async come(): Promise<Visitors> {
    const browser = await chromium.launch({
      executablePath: chromiumProgram,
      args: [
        '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
        `--host-resolver-rules=MAP ${venue} 127.0.0.1`,
      ],
    });
    return new Visitors(browser);
  }

  async leave(): Promise<void> {
    await this.browser.close();
  }

  laptop(): Promise<Viewer> {
    return this.open({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });
  }

  phone(width = 360, height = 740): Promise<Viewer> {
    return this.open({ viewport: { width, height }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, locale: 'zh-CN', userAgent: wechat });
  }

  /**
   * Looks at a page as it is, and at other widths: nothing may run off to the
   * right, no key of a word may show. Takes pictures where they are wanted.
   */
  async look(page: Page, name: string, widths: readonly number[] = [360, 1280]): Promise<void> {
    const before = page.viewportSize()!;
    for (const width of new Set([before.width, ...widths])) {
      await page.setViewportSize({ width, height: width > 900 ? 800 : 740 });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      this.faults.push(...(await faultsOf(page)).map((fault) => `${name} at ${width} px: ${fault}`));
      if (shots !== undefined) {
        await mkdir(shots, { recursive: true });
        await page.screenshot({ path: join(shots, `${name}-${width}.png`), fullPage: true });
      }
    }
    await page.setViewportSize(before);
  }

  private async open(options: Parameters<Browser['newContext']>[0]): Promise<Viewer> {
    const context = await this.browser.newContext(options);
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.troubles.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && /refused|content security/i.test(message.text())) this.troubles.push(`${page.url()}: ${message.text()}`);
    });
    return { context, page };
  }
}

/** What can be wrong with any page, whatever it shows. */
async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      const wide = Array.from(document.body.querySelectorAll('*')).filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1);
      const names = wide.slice(0, 3).map((one) => `${one.tagName.toLowerCase()}.${one.className}`);
      faults.push(`${root.scrollWidth - root.clientWidth} px too wide: ${names.join(', ')}`);
    }
    const text = document.body.innerText;
    const odd = /\b(page|api|print|settings|standings|follow)\.[a-z][a-z.-]+|\{\{|\bundefined\b|\bNaN\b|\[object|\bnull\b/.exec(text);
    if (odd) faults.push(`shows "${text.slice(Math.max(0, odd.index - 20), odd.index + 40)}"`);
    if (window.isSecureContext) faults.push('runs in a secure context');
    return faults;
  });
}

/** A document that a page's link leads to, fetched by the page itself. */
export async function fetchByPage(page: Page, url: string): Promise<Uint8Array> {
  const base64 = await page.evaluate(async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  }, url);
  return new Uint8Array(Buffer.from(base64, 'base64'));
}
