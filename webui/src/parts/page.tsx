import { render, type ComponentType } from 'preact';
import { startTicking } from '../wire/contact';
import { followLanguage, haveWords } from '../words/words';
import { Elsewhere } from './Elsewhere';
import '../style/base.css';

/** Starts a page: words first, then the page, with time running. */
export function startPage(Page: ComponentType): void {
  const root = document.getElementById('page');
  if (root === null) throw new Error('the page has no root');
  followLanguage();
  startTicking();
  const Whole = () =>
    haveWords() ? (
      <>
        <Page />
        <Elsewhere />
      </>
    ) : (
      <p class="loading" aria-busy="true">
        ···
      </p>
    );
  render(<Whole />, root);
}
