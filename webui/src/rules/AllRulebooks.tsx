import { useMemo, useState } from 'preact/hooks';
import { LanguageSwitch } from '../parts/LanguageSwitch';
import { rulesAddress } from '../parts/rules';
import { Trouble } from '../parts/Trouble';
import { useLoaded } from '../parts/useLoaded';
import type { FoundArticle, RulebookSummary } from '../shapes';
import { get } from '../wire/client';
import { language } from '../words/language';
import { local, t, tOf } from '../words/words';
import { Finder } from './find';
import { Marked } from './Marked';

const games = ['guandan', 'gouji', 'shuangsheng'] as const;

/** More hits than this say that the search was too wide. */
const most = 60;

/** All rulebooks, and a search through their articles. */
export function AllRulebooks() {
  const [search, setSearch] = useState('');
  const books = useLoaded(() => get('/api/v1/rulebooks'), []);
  const articles = useLoaded(() => get('/api/v1/articles'), []);
  const finder = useMemo(() => new Finder((articles.value || []).map((article) => article.text)), [articles.value]);
  const words = finder.words(search);
  const list = books.value || [];
  return (
    <main class="rules">
      <header class="head">
        <h1>{t('page.rules.title')}</h1>
        <LanguageSwitch />
      </header>
      <Trouble error={books.error} />
      <input
        name="search"
        type="search"
        value={search}
        placeholder={t('page.rules.search')}
        aria-label={t('page.rules.search')}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      {words.length === 0 ? <Books books={list} /> : <Hits finder={finder} words={words} books={list} articles={articles.value || []} />}
      <Trouble error={articles.error} />
    </main>
  );
}

function Books({ books }: { books: readonly RulebookSummary[] }) {
  return (
    <>
      {games.map((game) => {
        const own = books.filter((book) => book.game === game);
        if (own.length === 0) return null;
        return (
          <section key={game}>
            <h2>{tOf('page.game', game)}</h2>
            <ul class="rulebooks">
              {own.map((book) => (
                <li key={book.id}>
                  <a class="card" href={rulesAddress({ rulebook: book.id })} data-rulebook={book.id}>
                    <b>{local(book.name)}</b>
                    <span>{local(book.summary)}</span>
                    <small>{book.source}</small>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

interface HitsProps {
  finder: Finder;
  words: readonly string[];
  books: readonly RulebookSummary[];
  articles: readonly FoundArticle[];
}

function Hits({ finder, words, books, articles }: HitsProps) {
  const shown = language.value;
  const named = books.filter((book) => finder.find(words, book.name, shown) !== null || book.id.indexOf(words.join('-')) >= 0);
  const hits = articles
    .map((article) => ({ article, finding: finder.find(words, article.text, shown) }))
    .filter((hit) => hit.finding !== null);
  return (
    <>
      {named.length > 0 && <Books books={named} />}
      <p class="muted" aria-live="polite">
        {hits.length > most ? t('page.rules.hits.many', { N: hits.length, Most: most }) : t('page.rules.hits', { N: hits.length })}
      </p>
      <ul class="hits">
        {hits.slice(0, most).map(({ article, finding }) => {
          const book = books.filter((one) => one.id === article.rulebook)[0];
          return (
            <li key={`${article.rulebook}/${article.id}`}>
              <a class="card" href={rulesAddress({ rulebook: article.rulebook }, article.number)} data-hit={article.rulebook}>
                <b>{article.number}</b> <small>{book ? local(book.name) : article.rulebook}</small>
                <span lang={finding!.language}>
                  <Marked pieces={finding!.pieces} />
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}
