import { useEffect, useMemo, useState } from 'preact/hooks';
import { Cited } from '../parts/Clause';
import { LanguageSwitch } from '../parts/LanguageSwitch';
import { placeRules } from '../parts/rules';
import { Trouble } from '../parts/Trouble';
import { useLoaded } from '../parts/useLoaded';
import type { RulebookView, Statement } from '../shapes';
import { get } from '../wire/client';
import { language } from '../words/language';
import { local, t, tOf } from '../words/words';
import { Finder } from './find';
import { Marked } from './Marked';
import { Origin } from './Origin';
import { Penalties } from './Penalties';
import { Settings } from './Settings';

/** The article that the address names after #, as it is written there. */
function asked(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

/** A rulebook for people: its articles, what follows from them, and where the values come from. */
export function OneRulebook({ id, event }: { id: string; event: string | null }) {
  const book = useLoaded<RulebookView>(
    () => (event === null ? get('/api/v1/rulebooks/{rulebook}', { rulebook: id }) : get('/api/v1/events/{id}/rulebook', { id: event })),
    [id, event],
  );
  if (book.value === null) return book.error === null ? <p class="loading">···</p> : <Trouble error={book.error} />;
  return <Book book={book.value} />;
}

function Book({ book }: { book: RulebookView }) {
  const [current, setCurrent] = useState(asked());
  placeRules({ rulebook: book.id, event: book.event === null ? undefined : book.event.id });
  useEffect(() => {
    const follow = () => {
      setCurrent(asked());
      const place = document.getElementById(asked());
      if (place !== null) place.scrollIntoView();
    };
    follow();
    window.addEventListener('hashchange', follow);
    document.title = local(book.name);
    return () => window.removeEventListener('hashchange', follow);
  }, [book.id, language.value]);
  const sections = (
    [
      ['articles', book.articles.length],
      ['settings', book.settings.length],
      ['penalties', book.violations.length],
      ['incidents', book.incidents.length],
      ['bands', book.bands.length],
      ['format', book.phases.length],
      ['points', book.match_points.length],
    ] as const
  ).filter(([, count]) => count > 0);
  return (
    <main class="rules">
      <header class="head">
        <a href="/rules">‹ {t('page.rules.title')}</a>
        <LanguageSwitch />
      </header>
      <header>
        <h1>{local(book.name)}</h1>
        <p>{local(book.summary)}</p>
        <p class="muted">{t('page.rules.source', { Source: book.source })}</p>
        <p class="muted rulebook-mark">
          {book.id} · {book.hash.slice(0, 16)}
        </p>
      </header>
      {book.event !== null && <p class="note">{t('page.rules.event', { Event: book.event.name })}</p>}
      <nav class="sections">
        {sections.map(([section]) => (
          <a key={section} class="button" href={`#${section}`}>
            {tOf('page.rules.section', section)}
          </a>
        ))}
      </nav>
      <Articles book={book} current={current} />
      <Settings book={book} />
      <Penalties book={book} />
      <Statements section="incidents" lines={book.incidents} />
      <Statements section="bands" lines={book.bands} />
      {book.phases.length > 0 && (
        <section id="format">
          <h2>{tOf('page.rules.section', 'format')}</h2>
          <div class="card">
            <Lines lines={book.entry} />
          </div>
          {book.phases.map((phase) => (
            <div class="card" key={phase.id}>
              <h3>{local(phase.name)}</h3>
              <Lines lines={phase.lines} />
              {phase.ranking.length > 0 && (
                <>
                  <h4>{t('page.rules.ranking')}</h4>
                  <ol class="ranking">
                    {phase.ranking.map((line, index) => (
                      <Line key={index} line={line} />
                    ))}
                  </ol>
                </>
              )}
            </div>
          ))}
          {book.awards.length > 0 && (
            <div class="card">
              <Lines lines={book.awards} />
            </div>
          )}
        </section>
      )}
      <Statements section="points" lines={book.match_points} />
    </main>
  );
}

function Articles({ book, current }: { book: RulebookView; current: string }) {
  const [search, setSearch] = useState('');
  const finder = useMemo(() => new Finder(book.articles.map((article) => article.text)), [book]);
  const words = finder.words(search);
  const shown = language.value;
  const found = book.articles
    .map((article) => ({ article, finding: finder.find(words, article.text, shown) }))
    .filter(({ article, finding }) => finding !== null || finder.mark(words, article.number) !== null);
  return (
    <section id="articles">
      <h2>{tOf('page.rules.section', 'articles')}</h2>
      <input
        name="search"
        type="search"
        value={search}
        placeholder={t('page.rules.search.one')}
        aria-label={t('page.rules.search.one')}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      {words.length > 0 && found.length === 0 && <p class="muted">{t('page.rules.hits', { N: 0 })}</p>}
      {found.map(({ article, finding }) => (
        <article key={article.id} id={article.number} class={current === article.number ? 'card current' : 'card'}>
          <h3>
            <a href={`#${encodeURIComponent(article.number)}`}>{article.number}</a>
            {article.origin === 'default' && <Origin origin="default" clause={undefined} />}
          </h3>
          {finding === null ? (
            <p>{local(article.text)}</p>
          ) : (
            <p lang={finding.language}>
              <Marked pieces={finding.pieces} />
            </p>
          )}
        </article>
      ))}
    </section>
  );
}

function Statements({ section, lines }: { section: 'incidents' | 'bands' | 'points'; lines: readonly Statement[] }) {
  if (lines.length === 0) return null;
  return (
    <section id={section}>
      <h2>{tOf('page.rules.section', section)}</h2>
      <div class="card">
        <Lines lines={lines} />
      </div>
    </section>
  );
}

function Lines({ lines }: { lines: readonly Statement[] }) {
  return (
    <ul class="lines">
      {lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </ul>
  );
}

function Line({ line }: { line: Statement }) {
  return (
    <li>
      {line.origin === 'source' ? <Cited text={local(line.text)} clause={line.clause} /> : local(line.text)}
      {line.origin === 'default' && <Origin origin="default" clause={undefined} />}
    </li>
  );
}
