import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Board, boardOfSide } from '../src/parts/board';
import { askedAgain, askedNext, type Draft, emptyDraft, handOf, handText, isWhole } from '../src/parts/hand';
import { HandPad } from '../src/parts/HandPad';
import { HandShown } from '../src/parts/HandShown';
import type { Next, SideView } from '../src/shapes';
import { setWords } from '../src/words/words';
import { hand, match, sideView } from './fixtures';
import { allWordsOf, click, find, show, type, until } from './setup';

const three = (text: string) => ({ 'zh-Hans': text, 'zh-Hant': text, en: text });
const next: Next = { game: 1, number: 1, level: '2', tribute: null, leads: null };

function side(game: string, hand_form: SideView['hand_form']): Board {
  const view = sideView();
  const names = ['甲一', '乙一', '甲二', '乙二', '甲三', '乙三'];
  const seat_names: SideView['seat_names'] = {};
  names.slice(0, game === 'gouji' ? 6 : 4).forEach((name, at) => (seat_names[String(at + 1)] = three(name)));
  return boardOfSide({ ...view, event: { ...view.event, game: game as 'gouji' }, seat_names, ...(hand_form === undefined ? {} : { hand_form }) });
}

const gouji = side('gouji', {
  incidents: [
    { kind: 'closed', fields: ['seat'] },
    { kind: 'burn', result: 'success', fields: ['by', 'against'], apart: true },
    { kind: 'burn', result: 'countered', fields: ['by', 'against', 'counter_by'], apart: true },
  ],
});
const shuangsheng = side('shuangsheng', { points: { unit: 5, most: 200, most_bottom: 80, pairs: 3, cards: 24 } });

/** A pad whose draft the test can read. */
function pad(board: Board, asked = askedNext(board, next)) {
  const draft = signal<Draft>(emptyDraft);
  const Pad = () => <HandPad board={board} match={match()} asked={asked} draft={draft.value} change={(changed) => (draft.value = changed)} />;
  const root = show(<Pad />);
  setWords(allWordsOf('zh-Hans'));
  return { draft, root, asked };
}

beforeEach(() => localStorage.clear());

describe('a hand of Gouji', () => {
  it('is an order, and what happened besides, told seat by seat', async () => {
    const { draft, root, asked } = pad(gouji);
    for (const seat of [1, 3, 5, 2, 4]) {
      click(root, `[data-seat="${seat}"]`);
      await until(() => draft.value.finish.indexOf(seat) >= 0 && find<HTMLButtonElement>(root, `[data-seat="${seat}"]`).disabled);
    }
    click(root, '[data-incident-kind=burn][data-result=countered]');
    for (const seat of [1, 6, 3]) {
      await until(() => root.querySelector(`[data-incident-seat="${seat}"]:not(:disabled)`));
      click(root, `[data-incident-seat="${seat}"]`);
      await until(() => draft.value.events.length > 0 || root.querySelector(`[data-incident-seat="${seat}"]:disabled`));
      if (seat === 1) expect(root.querySelector('[data-incident-seat="4"]:disabled'), 'nobody burns the own opposite').not.toBeNull();
      expect(isWhole(draft.value, gouji, asked), 'an incident that is half told is not left out').toBe(draft.value.events.length > 0);
    }
    expect(isWhole(draft.value, gouji, asked)).toBe(true);
    expect(handOf(draft.value, gouji, asked)).toEqual({ finish: [1, 3, 5, 2, 4], events: [{ kind: 'burn', by: 1, against: 6, counter_by: 3, result: 'countered' }] });
    await until(() => root.querySelector('[data-incident=burn]'));
    expect(find(root, '[data-incident=burn]').textContent).toContain('甲一 → 乙三');
    click(root, '[data-do=incident-remove]');
    await until(() => draft.value.events.length === 0);
    expect(handOf(draft.value, gouji, asked)).toEqual({ finish: [1, 3, 5, 2, 4] });
  });

  it('can leave an incident half told', async () => {
    const { draft, root } = pad(gouji);
    click(root, '[data-incident-kind=closed]');
    await until(() => root.querySelector('[data-do=incident-cancel]'));
    click(root, '[data-do=incident-cancel]');
    await until(() => root.querySelector('[data-incident-kind=closed]'));
    expect(draft.value.events).toEqual([]);
  });
});

describe('a hand of Shuangsheng', () => {
  it('asks everything and fills in nothing', async () => {
    const { draft, root, asked } = pad(shuangsheng);
    expect(root.querySelector('[data-seat]')).toBeNull();
    expect(find<HTMLInputElement>(root, '[name=tricks]').value).toBe('');
    const steps: [() => void, () => boolean][] = [
      [() => click(root, '[data-stage=B]'), () => draft.value.onStage === 'B'],
      [() => type(find<HTMLInputElement>(root, '[name=tricks]'), '８5'), () => draft.value.tricks === 85],
      [() => click(root, '[data-last=defenders]'), () => root.querySelector('[name=bottom]') !== null],
      [() => click(root, '[data-step="5"]'), () => draft.value.tricks === 90],
      [() => type(find<HTMLInputElement>(root, '[name=bottom]'), '10'), () => draft.value.bottom === 10],
      [() => click(root, '[data-pairs="2"]'), () => draft.value.pairs === 2],
    ];
    for (const [act, done] of steps) {
      expect(isWhole(draft.value, shuangsheng, asked)).toBe(false);
      act();
      await until(done);
    }
    expect(isWhole(draft.value, shuangsheng, asked)).toBe(true);
    expect(handOf(draft.value, shuangsheng, asked)).toEqual({ tricks: 90, on_stage: 'B', bottom: { points: 10, last: 'defenders', play: 'pairs', pairs: 2 } });
  });

  it('asks who declares only where nobody knows', () => {
    const { root, asked } = pad(shuangsheng, askedNext(shuangsheng, { ...next, on_stage: 'A' }));
    expect(root.querySelector('[data-stage]')).toBeNull();
    const draft: Draft = { ...emptyDraft, tricks: 0, last: 'declarers' };
    expect(isWhole(draft, shuangsheng, asked)).toBe(true);
    expect(handOf(draft, shuangsheng, asked)).toEqual({ tricks: 0 });
    const first = hand({ hand: { tricks: 85, on_stage: 'A' } });
    expect(askedAgain(shuangsheng, first).asksStage).toBe(true);
    expect(askedAgain(shuangsheng, hand({ hand: { tricks: 85 } })).asksStage).toBe(false);
  });

  it('tells failed throws', async () => {
    const { draft, root, asked } = pad(shuangsheng, askedNext(shuangsheng, { ...next, on_stage: 'A' }));
    click(root, '[data-throw=B]');
    await until(() => root.querySelector('[data-throw-cards="2"]'));
    click(root, '[data-throw-cards="2"]');
    await until(() => draft.value.throws.length === 1);
    expect(handOf({ ...draft.value, tricks: 40, last: 'declarers' }, shuangsheng, asked)).toEqual({ tricks: 40, throws: [{ side: 'B', cards: 2 }] });
    await until(() => root.querySelector('[data-do=throw-remove]'));
    click(root, '[data-do=throw-remove]');
    await until(() => draft.value.throws.length === 0);
  });
});

describe('a hand that is shown', () => {
  it('is one line with all that it says', () => {
    setWords(allWordsOf('zh-Hans'));
    expect(handText(gouji, { finish: [1, 3, 5, 2, 4, 6], events: [{ kind: 'closed', seat: 6 }] })).toBe('甲一 › 甲二 › 甲三 › 乙一 › 乙二 › 乙三 · 不开点：乙三');
    expect(handText(shuangsheng, { tricks: 85, on_stage: 'A', bottom: { points: 10, last: 'defenders', play: 'single' }, throws: [{ side: 'B', cards: 2 }] })).toBe(
      '南北坐庄 · 闲家 85 分 · 抠底 10 分（没有对子） · 东西甩牌失误 2 张',
    );
  });

  it('has no empty order where its game has none', () => {
    const root = show(<HandShown board={shuangsheng} match={match()} hand={{ tricks: 85 }} />);
    expect(root.querySelector('.order-list')).toBeNull();
    expect(find(root, '.hand-lines').textContent).toContain('85');
  });
});
