/** A pair of the list: its branch, its group and its two players. */
export interface Pair {
  number: string;
  unit: string;
  group: 'A' | 'B';
  players: readonly [string, string];
}

// The names of every kind of list: two and three characters, a dot, a Latin
// one; a character beyond the first plane that certificates must show (𬭎, in
// A01), and an emoji that no font of documents has (🐂, in B02).
const branches: readonly (readonly [unit: string, a: readonly [string, string], b: readonly [string, string]])[] = [
  ['机械工程分会', ['龙𬭎', '欧阳建国'], ['张建国', '李秀英']],
  ['电气信息分会', ['阿卜杜热西提·买买提', '王芳'], ['牛🐂牛', '陈静']],
  ['经济管理分会', ['刘洋', '赵敏'], ['杨帆', '黄蓉']],
  ['外国语分会', ['Anna Müller', '周涛'], ['吴刚', '徐丽']],
  ['艺术设计分会', ['孙悦', '马超'], ['朱红', '胡军']],
  ['建筑工程分会', ['郭靖宇', '林小雨'], ['何平', '高翔']],
  ['汽车工程分会', ['罗成', '郑爽'], ['梁实', '谢芳']],
  ['化工生物分会', ['宋江涛', '唐甜'], ['许仙', '韩梅']],
  ['基础教学分会', ['冯巩义', '邓丽'], ['曹阳', '彭程']],
  ['图书信息分会', ['曾志', '肖潇'], ['田野', '董洁']],
  ['后勤保卫分会', ['袁方', '潘岳'], ['于谦和', '蒋欣']],
  ['机关党政分会', ['蔡琴', '余华'], ['杜鹃', '叶子']],
];

/** 24 pairs of 12 branches, one in each group. */
export const pairs: readonly Pair[] = branches.flatMap(([unit, a, b], at) => [
  { number: `A${String(at + 1).padStart(2, '0')}`, unit, group: 'A' as const, players: a },
  { number: `B${String(at + 1).padStart(2, '0')}`, unit, group: 'B' as const, players: b },
]);

export function pair(number: string): Pair {
  const found = pairs.find((one) => one.number === number);
  if (found === undefined) throw new Error(`no pair ${number}`);
  return found;
}

/** How pages and documents call a pair that has no name of its own. */
export function nameOf(number: string): string {
  const { unit, group } = pair(number);
  return `${unit} ${group}`;
}

const heading = '编号,单位,组别,选手1,选手2';

function line(one: Pair): string {
  return [one.number, one.unit, one.group, ...one.players].join(',');
}

/** The list as Excel in China saves it: rows end with CR LF, a digit of full width, a stray space, empty rows. */
export const goodList = [heading, ...pairs.map(line)].join('\r\n').replace('A03', 'Ａ０３').replace('刘洋', ' 刘洋 ') + '\r\n,,,,\r\n,,,,\r\n';

/** The same list with four slips; Excel shows them in the rows 3, 6, 9 and 12. */
export const brokenList = [heading, ...pairs.map(line)]
  .map((text, row) => {
    if (row === 2) return 'B01,机械工程分会,B,张建国,';
    if (row === 5) return 'A03,经济管理分会,C,刘洋,赵敏';
    if (row === 8) return 'B04,外国语分会,A,吴刚,徐丽';
    if (row === 11) return 'A06,建筑工程分会,A,孙悦,林小雨';
    return text;
  })
  .join('\r\n');
export const brokenRows = [3, 6, 9, 12];
