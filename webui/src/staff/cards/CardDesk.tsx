import { useEffect, useState } from 'preact/hooks';
import { tableWords } from '../../parts/board';
import { Cited, Clause } from '../../parts/Clause';
import { RulingRow } from '../../parts/RulingRow';
import { Trouble } from '../../parts/Trouble';
import { useCommand } from '../../parts/useCommand';
import type { CardAnswer, Level, MatchView, RulebookView } from '../../shapes';
import { post } from '../../wire/client';
import { t, tOf } from '../../words/words';
import type { EventDesk } from '../eventDesk';
import { CardFace, cardWords } from './CardFace';
import { CardPicker } from './CardPicker';
import { Moment } from './Moment';
import { copiesOf, gameOf, laidOut, levelAt, questionOf, ranks, slotsOf, withoutCard, type Asked, type Slot } from './picks';

interface CardDeskProps {
  desk: EventDesk;
  rulebook: RulebookView;
  /** The table that a ruling is shared with; null to choose one. */
  match: MatchView | null;
}

interface Answers {
  /** What comes out, between two plays or of one. */
  whole: CardAnswer;
  /** What each play can be, where two are compared. */
  left: CardAnswer | null;
  right: CardAnswer | null;
}

/** The judge's desk for cards: pick them, see what they are and which play wins, and share that with the table. */
export function CardDesk({ desk, rulebook, match }: CardDeskProps) {
  const game = gameOf(rulebook);
  const [asked, setAsked] = useState<Asked>(() => fresh(rulebook, match));
  const [slot, setSlot] = useState<Slot>('left');
  const [answers, setAnswers] = useState<Answers | null>(null);
  const [error, setError] = useState<unknown>(null);
  const question = questionOf(asked);
  const key = JSON.stringify(question);
  const change = (part: Partial<Asked>) => setAsked({ ...asked, ...part });
  useEffect(() => {
    setError(null);
    if (question === null) {
      setAnswers(null);
      return undefined;
    }
    let wanted = true;
    ask(desk.id, question).then(
      (found) => wanted && setAnswers(found),
      (thrown: unknown) => {
        if (!wanted) return;
        setAnswers(null);
        setError(thrown);
      },
    );
    return () => {
      wanted = false;
    };
  }, [key]);
  const copies = copiesOf(rulebook);
  const cards = asked.piles[slot] || [];
  const level = game === 'gouji' ? null : asked.level;
  const setCards = (changed: string[]) => {
    const declared = slot === 'left' ? { leftAs: '' } : slot === 'right' ? { rightAs: '' } : {};
    change({ piles: { ...asked.piles, [slot]: changed }, ...declared });
  };
  const pile = (one: Slot) => (
    <Pile key={one} slot={one} cards={laidOut(asked.piles[one] || [], level)} chosen={slot === one} choose={() => setSlot(one)} />
  );
  return (
    <div class="card-desk">
      {game !== 'gouji' && (
        <label class="card-level">
          {t('page.cards.level')}
          <select name="level" value={asked.level} onChange={(event) => change({ level: event.currentTarget.value as Level, leftAs: '', rightAs: '' })}>
            {ranks
              .slice()
              .reverse()
              .map((one) => (
                <option key={one} value={one} selected={one === asked.level}>
                  {one}
                </option>
              ))}
          </select>
          <small>{match === null ? '' : t('page.cards.level.table')}</small>
        </label>
      )}
      <Moment asked={asked} change={change} />
      <div class="piles">{slotsOf[game].slice(0, 2).map(pile)}</div>
      {slotsOf[game].length > 2 && (
        <details>
          <summary>{t('page.cards.more')}</summary>
          <div class="piles">{slotsOf[game].slice(2).map(pile)}</div>
        </details>
      )}
      <div class="row pile-tools">
        {laidOut(cards, level).map((card, index) => (
          <button
            type="button"
            key={`${card}/${index}`}
            class="small put-back"
            data-back={card}
            aria-label={t('page.cards.back', { Card: cardWords(card) })}
            onClick={() => setCards(withoutCard(cards, card))}
          >
            <CardFace card={card} /> ×
          </button>
        ))}
        {cards.length > 1 && (
          <button type="button" class="small quiet" data-do="clear" onClick={() => setCards([])}>
            {t('page.cards.clear')}
          </button>
        )}
      </div>
      <CardPicker game={game} cards={cards} copies={copies} level={level} change={setCards} />
      <Trouble error={error} />
      {answers !== null && <Verdict answers={answers} />}
      {answers !== null && <Answer answers={answers} asked={asked} change={change} />}
      {question !== null && answers !== null && <Share desk={desk} match={match} question={question} />}
    </div>
  );
}

function fresh(rulebook: RulebookView, match: MatchView | null): Asked {
  return {
    game: gameOf(rulebook),
    piles: {},
    level: levelAt(match),
    trump: '',
    leftAs: '',
    rightAs: '',
    playersLeft: 6,
    noOpposite: false,
    afterSecond: false,
    afterOut: false,
  };
}

type Question = NonNullable<ReturnType<typeof questionOf>>;

async function ask(event: string, question: Question): Promise<Answers> {
  const names = { id: event };
  const { left, right, left_as, right_as, ...moment } = question;
  if (right === undefined) return { whole: await post('/api/v1/events/{id}/rulebook/play', names, { ...moment, cards: left }), left: null, right: null };
  const { hand: _hand, lead: _lead, others: _others, ...plain } = moment;
  const [whole, ofLeft, ofRight] = await Promise.all([
    post('/api/v1/events/{id}/rulebook/compare', names, { ...question, left_as, right_as }),
    post('/api/v1/events/{id}/rulebook/play', names, { ...plain, cards: left }),
    post('/api/v1/events/{id}/rulebook/play', names, { ...plain, cards: right }),
  ]);
  return { whole, left: ofLeft, right: ofRight };
}

function Pile({ slot, cards, chosen, choose }: { slot: Slot; cards: readonly string[]; chosen: boolean; choose(): void }) {
  return (
    <button type="button" class={`pile pile-${slot}`} data-slot={slot} aria-pressed={chosen} onClick={choose}>
      <small>{tOf('page.cards.slot', slot)}</small>
      <span class="pile-cards">
        {cards.length === 0 ? <span class="muted">{t('page.cards.none')}</span> : cards.map((card, index) => <CardFace key={index} card={card} />)}
      </span>
    </button>
  );
}

/** What comes out in one sentence; it stays in sight while cards are picked. */
function Verdict({ answers }: { answers: Answers }) {
  const { whole, left } = answers;
  const counts = whole.default === null ? undefined : whole.readings[whole.default];
  if (left === null && counts !== undefined) {
    return (
      <p class="note verdict" aria-live="polite" data-verdict={`play.${counts.type}`}>
        <b>{counts.text}</b> <Clause clause={counts.clause} />
      </p>
    );
  }
  if (whole.why === null) return null;
  const look = whole.right_beats_left === true ? 'note-good' : whole.right_beats_left === false ? 'note-bad' : 'note-warn';
  return (
    <p class={`note verdict ${look}`} aria-live="polite" data-verdict={whole.why.code}>
      <Cited text={whole.why.text} clause={whole.why.clause} />
    </p>
  );
}

function Answer({ answers, asked, change }: { answers: Answers; asked: Asked; change(part: Partial<Asked>): void }) {
  const { whole, left, right } = answers;
  return (
    <section class="card-answer">
      {whole.rulings.map((ruling) => (
        <p key={ruling.code} class={ruling.holds ? 'note note-good' : 'note'} data-ruling={ruling.kind}>
          <Cited text={ruling.text} clause={ruling.clause} />
        </p>
      ))}
      <Readings answer={left === null ? whole : left} as={asked.leftAs} choose={(as) => change({ leftAs: as })} slot="left" />
      {right !== null && <Readings answer={right} as={asked.rightAs} choose={(as) => change({ rightAs: as })} slot="right" />}
    </section>
  );
}

/** What a play can be; where there are several, one is chosen. */
function Readings({ answer, as, choose, slot }: { answer: CardAnswer; as: string; choose(as: string): void; slot: 'left' | 'right' }) {
  if (answer.readings.length < 2) return null;
  const title = tOf('page.cards.slot', slot);
  return (
    <div role="group" aria-label={title} data-reading={slot}>
      <p>
        <small>{title}</small> {t('page.cards.readings')}
      </p>
      <div class="choices">
        {answer.readings.map((reading, index) => {
          const chosen = as === '' ? answer.default === index : as === reading.as;
          return (
            <button type="button" key={reading.as || index} class="choice" data-as={reading.as} aria-pressed={chosen} onClick={() => choose(reading.as || '')}>
              {reading.text} {answer.default === index && <small>{t('page.cards.default')}</small>}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Puts the ruling on the record of a table. */
function Share({ desk, match, question }: { desk: EventDesk; match: MatchView | null; question: Question }) {
  const [chosen, setChosen] = useState('');
  const [shared, setShared] = useState<MatchView | null>(null);
  const command = useCommand();
  const key = JSON.stringify(question);
  useEffect(() => setShared(null), [key]);
  const matches = desk.matches.value.filter((one) => one.table !== null && one.state !== 'void');
  const id = match === null ? chosen : match.id;
  const share = () =>
    void command.run({ id, question }, async (body, sent) => {
      const answer = await post('/api/v1/matches/{id}/rulings', { id: body.id }, body.question, { key: sent });
      desk.accept(answer.match);
      setShared(answer.match);
    });
  const noted = shared === null ? undefined : shared.rulings[shared.rulings.length - 1];
  return (
    <div class="share stack">
      {match === null && matches.length > 0 && (
        <label class="field">
          {t('page.cards.table')}
          <select name="table" value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="">{t('page.cards.table.choose')}</option>
            {matches.map((one) => (
              <option key={one.id} value={one.id} selected={one.id === chosen}>
                {`${t('page.table', { N: tableWords(one) })} ${one.sides.A.name} – ${one.sides.B.name}`}
              </option>
            ))}
          </select>
        </label>
      )}
      <Trouble error={command.error} />
      {noted === undefined ? (
        <button type="button" class="primary big" data-do="share" disabled={command.busy || id === ''} onClick={share}>
          {t('page.cards.share')}
        </button>
      ) : (
        <div class="note note-good" data-shared={shared!.id}>
          <p>{t('page.cards.shared', { Table: shared!.table || '' })}</p>
          <ul class="rulings">
            <RulingRow ruling={noted} />
          </ul>
        </div>
      )}
    </div>
  );
}

