import { useEffect, useState } from 'preact/hooks';
import type { RulebookView } from '../shapes';
import { get } from '../wire/client';
import { local, t } from '../words/words';
import { Dialog } from './Dialog';
import { openClause, rulesPlace } from './rules';
import { Trouble } from './Trouble';

/** The article that a clause names, over the page, with the other articles below it. */
export function ArticleSheet() {
  const clause = openClause.value;
  const place = rulesPlace.value;
  const [book, setBook] = useState<RulebookView | null>(null);
  const [error, setError] = useState<unknown>(null);
  const event = place === null ? undefined : place.event;
  useEffect(() => {
    if (clause === null || event === undefined || book !== null) return undefined;
    let wanted = true;
    setError(null);
    get('/api/v1/events/{id}/rulebook', { id: event }).then(
      (loaded) => wanted && setBook(loaded),
      (thrown: unknown) => wanted && setError(thrown),
    );
    return () => {
      wanted = false;
    };
  }, [clause, event]);
  if (clause === null) return null;
  const close = () => {
    openClause.value = null;
  };
  const named = book === null ? [] : book.articles.filter((article) => article.number === clause);
  return (
    <Dialog title={clause} close={close}>
      <Trouble error={error} />
      {book === null && error === null && <p class="loading">···</p>}
      {book !== null && (
        <>
          <p class="muted">{local(book.name)}</p>
          {named.map((article) => (
            <p key={article.id} class="article-text">
              {local(article.text)}
            </p>
          ))}
          <details>
            <summary>{t('page.rules.all')}</summary>
            <dl class="article-list">
              {book.articles
                .filter((article) => article.number !== clause)
                .map((article) => (
                  <div key={article.id}>
                    <dt>{article.number}</dt>
                    <dd>{local(article.text)}</dd>
                  </div>
                ))}
            </dl>
          </details>
        </>
      )}
    </Dialog>
  );
}
