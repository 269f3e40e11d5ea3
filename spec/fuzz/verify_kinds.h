/*
 * Inside verify.c: one part of a program of each kind is changed, as a fault of the compiler would
 * have it; the verifier must refuse each, in the words that it has for it. And two faults that it
 * cannot see, of matches: what they would write off the board ends the run.
 */

/* A game with a pattern, a condition, a step and an end of each kind. */
static const char sample[] =
    "players 2\n"
    "layer ground _=floor t=target\n"
    "layer things .=nothing @=player o=box #=wall r=red y=yellow u=fu w=fr d=fd l=fl\n"
    "group stone red yellow\n"
    "facing fly fu fr fd fl\n"
    "piece red\n"
    "piece yellow\n"
    "field keys 0 0 9\n"
    "counter moves 0 0 99\n"
    "outcome Won\n"
    "outcome Lost\n"
    "move <direction>=up|down|left|right\n"
    "move put <row> <column>\n"
    "move <stone>=red|yellow <way>=up|down|left|right\n"
    "move wait\n"
    "rule 1 [ player | box | no things or edge ] -> [ | player | ]\n"
    "why because\n"
    "event pushed\n"
    "when keys < 5 and some player and no [ fly | wall ]\n"
    "add keys 1\n"
    "rule 1 [ player | wall ] -> [ wall | player ]\n"
    "when (keys * 2 % 3 > count box + turn) or (some player)\n"
    "rule 2 [ no things ] -> [ mine ]\n"
    "rule 2 [ theirs | stone | same ] -> [ wall | | stone ]\n"
    "rule 3 [ 2+ <stone> | no things ] -> [ no things | 2+ <stone> ]\n"
    "rule 4 first ahead of fly [ fly | ] -> [ fly turned left | box 90% or wall 10% ]\n"
    "over 2\n"
    "step each [ stone ] -> [ next stone ]\n"
    "step random right [ 2+ wall | box ] -> [ 2+ wall | random stone ]\n"
    "sweep right [ player | wall ] -> [ player | ]\n"
    "with right [ player | box ] -> [ player | ]\n"
    "with [ box near 2..3 wall within 2 ] -> [ player ]\n"
    "with [ red no way over stone to player ] -> [ yellow ]\n"
    "again 1\n"
    "once down [ box | no things ] -> [ | box ]\n"
    "alone\n"
    "from 1\n"
    "if some box\n"
    "end 1 2 line 3 stone and box at row 1 column -1 and joined stone from top to edge "
    "and no joined box from left to right\n"
    "worth 5\n"
    "end 2 stuck\n"
    "score = count target\n"
    "board 2 3\n"
    "= __t___\n"
    "= @o.r.u\n";

static const char slide[] = /* whose rules are certain: listed by pieces */
    "layer things .=nothing a=car b=bus\n"
    "move <car>=car|bus <way>=up|down|left|right\n"
    "rule 1 [ 2+ <car> | nothing ] -> [ nothing | 2+ <car> ]\n"
    "end 1 car at row 1\n"
    "board 2 3\n"
    "= aa....\n";

static const char pieces[] = /* of several cells, which move */
    "layer ground _=floor\n"
    "layer things .=nothing a=west b=east\n"
    "move <row> <column> <way>=up|down|left|right 1..3\n"
    "rule 1\n"
    "shift things\n"
    "into floor no things\n"
    "joins right west\n"
    "board 2 3\n"
    "= ______\n"
    "= ab....\n";

static const char tag[] = /* whose players act together */
    "players 2\n"
    "together 1\n"
    "layer things .=nothing u=u1 r=r1 d=d1 l=l1 U=u2 R=r2 D=d2 L=l2\n"
    "facing avatar u1 r1 d1 l1 u2 r2 d2 l2\n"
    "facing avatar1 u1 r1 d1 l1\n"
    "facing avatar2 u2 r2 d2 l2\n"
    "piece u1 d1 l1 r1\n"
    "piece u2 d2 l2 r2\n"
    "counter reward 0 -99 99\n"
    "own\n"
    "counter earned 0 -99 99\n"
    "own\n"
    "move zap\n"
    "move wait\n"
    "rule 1 ahead of mine [ mine | 1..2 nothing | theirs ] -> [ mine | 1..2 nothing | ]\n"
    "add reward -5\n"
    "theirs\n"
    "rule 2\n"
    "step random [ nothing ] -> [ mine ]\n"
    "turns\n"
    "board 2 3\n"
    "= r.U...\n";

static int tried;

/* Changes a part of the program to another value: then it is refused with these words, and before
 * and afterwards it is not. */
static void refuse(const char *what, const void *part, const void *to, size_t size,
                   const char *words)
{
    struct pattern_verdict verdict;
    unsigned char before[2048];
    void *at = (void *)(uintptr_t)part;
    LAW(size <= sizeof before);
    memcpy(before, at, size);
    LAW(memcmp(before, to, size) != 0);
    memcpy(at, to, size);
    const bool fine = pattern_verify(&program, &the.game, the.game.rules, &verdict);
    if (fine || !verdict.internal || strstr(verdict.wrong, words) == NULL) {
        fprintf(stderr, "%s: %s: %s\n", what, words, fine ? "passes" : verdict.wrong);
        LAW(!"refused with these words");
    }
    memcpy(at, before, size);
    LAW(pattern_verify(&program, &the.game, the.game.rules, &verdict));
    tried++;
}

#define REFUSED(part, to, words) \
    refuse(#part, &(part), &(__typeof__(part)){to}, sizeof(part), words)

static struct state *load_text(const char *text)
{
    struct reader in;
    reader_open_bytes(&in, text, strlen(text));
    struct state *s = load(&in);
    LAW(s != NULL);
    return s;
}

static const struct pattern_rule *rule_of(int32_t form, int32_t number)
{
    LAW(number < the.game.rules->form[form].rules);
    return &the.game.rules->form[form].rule[number];
}

static void check_tests(void)
{
    const struct pattern *p = rule_of(0, 0)->pattern, *q = rule_of(1, 1)->pattern;
    const struct pattern_cell *first = &p->cell[0];
    const struct pattern_test *mine = q->cell[0].only;
    const struct pattern_test *by_slot = rule_of(2, 0)->pattern->cell[0].only;
    const struct pattern_test *same = &q->cell[2].alternative[0].test[0];
    LAW(mine->by == PATTERN_BY_PLAYER && same->by == PATTERN_BY_SAME);
    REFUSED(first->only->layer, 2, "a test of a layer");
    REFUSED(first->only->by, 7, "a test of no kind");
    REFUSED(first->only->mask, NULL, "the sets of a test");
    REFUSED(first->only->mask, (void *)(program.at + program.used - 8),
            "the sets of a test");
    REFUSED(first->only->mask->only, 'o', "a set of values");
    REFUSED(first->only->mask->only, 1000, "a set of values");
    REFUSED(first->only->masks, 0, "the sets of a test");
    REFUSED(first->only->masks, INT32_MAX, "the sets of a test");
    REFUSED(mine->masks, 1, "a table by player is too short");
    REFUSED(by_slot->masks, 1, "a table by slot");
    REFUSED(by_slot->slot, 1, "a table by slot");
    REFUSED(by_slot->slot, 2, "a table by slot");
    REFUSED(by_slot->min, by_slot->min - 1, "a table by slot");
    REFUSED(same->slot, 2, "'same' of a cell");
    REFUSED(same->slot, 200, "'same' of a cell");
}

static void check_cells(void)
{
    const struct pattern *p = rule_of(0, 0)->pattern, *q = rule_of(1, 1)->pattern;
    const struct pattern_cell *cell = &p->cell[0];
    REFUSED(cell->alternative, NULL, "the alternatives of a cell");
    REFUSED(cell->alternatives, -1, "the alternatives of a cell");
    REFUSED(cell->alternatives, 1 << 24, "the alternatives of a cell");
    REFUSED(cell->alternative->tests, 1 << 24, "the tests of a cell");
    REFUSED(cell->alternative->test, (void *)(program.at + 1), "the tests of a cell");
    REFUSED(cell->only, NULL, "a short cut");
    REFUSED(cell->deciding, cell->deciding + 1, "a short cut");
    REFUSED(q->cell[2].tests, 1, "a short cut");
    REFUSED(p->cell[2].deciding, p->cell[2].alternative->test, "a short cut");
    REFUSED(cell->least, -1, "a cell or run of no length");
    REFUSED(cell->least, 2, "a pattern hides its runs");
    REFUSED(cell->outside, true, "a short cut");
    REFUSED(cell->text, (void *)(program.at + program.used), "the text of a cell");
    REFUSED(cell->length, 1 << 24, "the text of a cell");
    REFUSED(cell->named->layer, 2, "what is in no layer");
    REFUSED(cell->names, 1 << 24, "what a cell names");
}

static void check_around(void)
{
    const struct pattern *p = the.game.rules->step[2].rule[2].pattern;
    const struct pattern_test *t = &p->cell->alternative->test[1];
    const struct pattern_around *a = t->around;
    LAW(t->by == PATTERN_BY_AROUND && a->offsets == 24 && p->around == 2);
    REFUSED(t->around, NULL, "the cells around are not in");
    REFUSED(t->masks, 1, "the cells around are not in");
    REFUSED(a->within, 9, "the cells around are not those");
    REFUSED(a->within, 1, "the cells around are not those");
    REFUSED(a->directions, DIRECTIONS_ORTHOGONAL, "the cells around are not those");
    REFUSED(a->offset, NULL, "the cells around are not those");
    REFUSED(a->offsets, 25, "the cells around are not those");
    REFUSED(a->offset[0].row, -100, "the cells around are not those");
    REFUSED(a->least, -1, "a number of cells around");
    REFUSED(a->most, 25, "a number of cells around");
    REFUSED(a->tally[1], PATTERN_TALLIES_MAX, "a tally");
    REFUSED(a->text, NULL, "the text of the cells around");
    REFUSED(a->what, NULL, "a cell is not in the program");
    REFUSED(a->what, p->cell, "the cells around are not in");
    REFUSED(a->what->by_bits, false, "a short cut");
    REFUSED(p->around, 1, "how far it looks");
    REFUSED(p->cell->only, t, "a short cut");
    REFUSED(p->cell->deciding, t, "a short cut");
}

static void check_ways(void)
{
    const struct pattern *p = the.game.rules->step[2].rule[3].pattern;
    const struct pattern_test *t = &p->cell->alternative->test[1];
    const struct pattern_route *r = t->route;
    const struct pattern_term *joined = &the.game.rules->end[0].when.term[2];
    LAW(t->by == PATTERN_BY_ROUTE && joined->what == PATTERN_JOINED);
    REFUSED(t->route, NULL, "a way is not in");
    REFUSED(t->masks, 1, "a way is not in");
    REFUSED(r->directions, DIRECTIONS_DIAGONAL, "neighbours of no board");
    REFUSED(r->number[0], PATTERN_ROUTES_MAX, "a way of no number");
    REFUSED(r->over, NULL, "a cell is not in the program");
    REFUSED(r->over, p->cell, "a cell around asks about others");
    REFUSED(r->to.cell, NULL, "a cell is not in the program");
    REFUSED(r->to.cell, p->cell, "a cell around asks about others");
    REFUSED(r->to.edges, 1 << GRID_UP_LEFT, "an edge that boards have not");
    REFUSED(p->around, 0, "how far it looks");
    REFUSED(joined->along, 0, "neighbours of no board");
    REFUSED(joined->from.edges, 0, "a cell is not in the program");
    REFUSED(joined->to.edges, 256, "an edge that boards have not");
    REFUSED(the.game.small, false, "is asked of large boards");
}

static void check_patterns(void)
{
    const struct pattern *p = rule_of(0, 0)->pattern, *q = rule_of(1, 1)->pattern;
    const struct pattern *fly = rule_of(3, 0)->pattern;
    REFUSED(rule_of(0, 0)->pattern, (void *)(program.at + program.used),
            "a pattern is not");
    REFUSED(p->text, (void *)(program.at + program.used + 1), "the text of a pattern");
    REFUSED(p->cells, 2, "a pattern of no shape");
    REFUSED(p->rows, 0, "a pattern of no shape");
    REFUSED(p->cols, 65, "a pattern of no shape");
    REFUSED(p->anchor, 3, "a pattern of no shape");
    REFUSED(p->anchor, -1, "a pattern of no shape");
    REFUSED(q->anchor, 2, "off the board");
    REFUSED(p->cell, NULL, "the cells of a pattern");
    REFUSED(p->inside, true, "off the board");
    REFUSED(p->pushes, true, "pushes that cannot");
    REFUSED(p->runs, true, "hides its runs");
    REFUSED(p->pick, 4, "no way to lie");
    REFUSED(p->directions, 9, "no way to lie");
    REFUSED(fly->relative, 5, "no way to lie");
    REFUSED(fly->relative, PATTERN_FIXED, "no way to lie");
    REFUSED(the.game.rules->step[1].rule->pattern->direction[0], GRID_DIRECTIONS,
            "lies in no direction");
    REFUSED(the.game.rules->step[1].rule->pattern->given, true, "no action gives");
    REFUSED(rule_of(0, 0)->when.term[2].pattern->rewrites, true, "right side");
    REFUSED(fly->heading, NULL, "the headings of a pattern");
    REFUSED(fly->heading[0], 5, "a heading that is none");
    REFUSED(fly->heading_layer, 2, "the headings of a pattern");
    REFUSED(p->spot[GRID_UP], (void *)(program.at + program.used - 8), "the spots");
    REFUSED(p->spots, 1, "a spot");
    REFUSED(p->spot[GRID_UP][0].row, 1, "a spot is not where");
    REFUSED(p->spot[GRID_UP][1].cell, &p->cell[0], "a spot is not where");
    REFUSED(p->spot[GRID_UP][0].layer, 9, "a spot is not where");
    REFUSED(p->first, p->spot[GRID_UP], "the first spot");
}

static void check_writes(void)
{
    const struct pattern *p = rule_of(0, 0)->pattern, *q = rule_of(1, 1)->pattern;
    const struct pattern *fly = rule_of(3, 0)->pattern, *run;
    const struct pattern_write *put = p->writes[0].write, *take = q->writes[2].write;
    const struct pattern_write *mine = rule_of(1, 0)->pattern->writes[0].write;
    const struct pattern_write *next =
        the.game.rules->step[0].rule->pattern->writes->write;
    const struct pattern_write *choose = fly->writes[1].write;
    run = the.game.rules->step[1].rule->pattern;
    LAW(put->what == PATTERN_PUT && take->what == PATTERN_FOUND &&
        next->what == PATTERN_TURN);
    LAW(choose->what == PATTERN_CHOOSE && mine->what == PATTERN_PLAYER);
    REFUSED(p->writes, NULL, "the writes of a rule");
    REFUSED(p->writes->count, 1 << 24, "the writes of a cell");
    REFUSED(p->writes->write, NULL, "the writes of a cell");
    REFUSED(put->what, 9, "a write of no kind");
    REFUSED(put->layer, 2, "a layer is written");
    REFUSED(put->layer, 0, "no kind of its layer");
    REFUSED(put->value, NULL, "what is written is not");
    REFUSED(put->values, 1 << 24, "what is written is not");
    REFUSED(put->value[0], 'Q', "no kind of its layer");
    REFUSED(mine->values, 1, "a table by player");
    REFUSED(mine->value[1], 't', "no kind of its layer");
    REFUSED(take->slot, 7, "what was not found");
    REFUSED(take->values, 255, "a table of values");
    REFUSED(take->value['r'], 0, "no kind of its layer");
    REFUSED(next->value['y'], 't', "no kind of its layer");
    REFUSED(choose->layer, 2, "a layer is written");
    REFUSED(choose->choices, 0, "the choices of a cell");
    REFUSED(choose->choice, NULL, "the choices of a cell");
    REFUSED(choose->choice[1].upto, 1, "no end");
    REFUSED(choose->total, 0, "no end");
    REFUSED(choose->shares, true, "no end");
    REFUSED(choose->choice[0].field, 1, "asks for a field");
    REFUSED(choose->choice[0].layer, 8, "no kind of its layer");
    REFUSED(choose->choice[0].value, 'Q', "no kind of its layer");
    REFUSED(q->found[0].cell, 3, "takes from no cell");
    REFUSED(q->found[0].layer, 2, "takes from no cell");
    REFUSED(q->founds, 17, "takes too much");
    REFUSED(run->right[0].run, false, "different lengths");
    REFUSED(run->right[1].run, true, "different lengths");
    REFUSED(run->right, NULL, "the right side of a rule");
    REFUSED(p->slides, true, "slides that cannot");
}

static void check_rules(void)
{
    const struct pattern_program *rules = the.game.rules;
    const struct pattern_rule *rule = rule_of(0, 0);
    const struct pattern_term *end = rules->end[0].when.term;
    REFUSED(rule->why, (void *)(program.at + program.used), "the texts of a rule");
    REFUSED(rule->event, (void *)&tried, "the texts of a rule");
    REFUSED(rule->add->field, 3, "adds to a field");
    REFUSED(rule->add->number, INT64_MAX, "adds more than there is");
    REFUSED(rule->adds, 1 << 24, "what a rule adds");
    REFUSED(rule->grows, 3, "a field grows");
    REFUSED(rule->over, 7, "no outcome");
    REFUSED(rule_of(3, 0)->foreseen, true, "foreseen that cannot");
    REFUSED(rule->when.terms, 1 << 24, "a condition is not");
    REFUSED(rule->when.term[0].what, PATTERN_ANY + 1, "a condition of no kind");
    REFUSED(rule->when.term[0].compare, 6, "compares in no way");
    REFUSED(rule->when.term[0].field, 3, "asks for a field");
    REFUSED(rule->when.term[1].what, PATTERN_STUCK, "whether somebody is stuck");
    REFUSED(rule->when.term[1].cell, &rule->pattern->cell[2], "asks off the board");
    REFUSED(rule->when.term[1].cell, NULL, "a cell is not in the program");
    REFUSED(rule->when.term[1].on, (void *)&tried, "a cell is not in the program");
    REFUSED(rule->when.term[2].pattern, rule->pattern, "a condition changes something");
    const struct pattern_term *any = rule_of(0, 1)->when.term;
    const struct pattern_sum *sum = any->any[0].term->sum;
    REFUSED(any->anys, 0, "a condition is not in the program");
    REFUSED(any->any, NULL, "a condition is not in the program");
    REFUSED(any->any[0].term, any, "nested without end");
    REFUSED(any->any[1].text, NULL, "the text of a condition");
    REFUSED(sum[0].figures, 0, "a sum is not");
    REFUSED(sum[0].figures, 17, "a sum is not");
    REFUSED(sum[1].figure, NULL, "a sum is not");
    REFUSED(sum[0].figure[0].field, 3, "asks for a field");
    REFUSED(sum[0].figure[2].number, 0, "divides by nothing");
    REFUSED(sum[0].figure[2].what, PATTERN_THE_FIELD, "divides by nothing");
    REFUSED(sum[0].figure[1].by, 4, "of no kind");
    REFUSED(sum[1].figure[0].cell, NULL, "a cell is not in the program");
    REFUSED(end[0].number, 0, "a line of no length");
    REFUSED(end[0].axes, GRID_AXES + 1, "a line in no direction");
    REFUSED(end[1].row, INT32_MIN, "at no place");
    REFUSED(end[1].col, 2002, "at no place");
    REFUSED(rules->step, NULL, "the steps are not");
    REFUSED(rules->step[0].rules, 1 << 24, "the rules of a step");
    REFUSED(rules->step[0].rule->pattern, NULL, "a step changes no cells");
    REFUSED(rules->step[0].from, 5, "a step is half said");
    REFUSED(rules->step[4].at_once, false, "a step is half said");
    REFUSED(rules->step[0].again, 1, "a step is two things");
    REFUSED(rules->step[3].again, 2, "no such steps");
    REFUSED(rules->step[3].again, -1, "a step does nothing");
    REFUSED(rules->step[3].place, NULL, "the place of a step");
    REFUSED(rules->step[3].rules, 1, "a step is two things");
    REFUSED(rules->step[4].when.terms, 1 << 24, "a condition is not");
    REFUSED(rules->step[2].rules, 0, "a step does nothing");
    REFUSED(rules->end[0].ending[1], 0, "an end without an outcome");
    REFUSED(rules->end[0].ending[0], 200, "an end without an outcome");
    REFUSED(rules->end[0].score, INT64_MIN, "worth more");
    REFUSED(rules->ends, 1 << 24, "the ends are not");
    REFUSED(rules->score_field, 3, "the score is a field");
    REFUSED(rules->score_cell, (void *)&tried, "a cell is not in the program");
    REFUSED(rules->words, 17, "too many");
    REFUSED(rules->direction_of[0], GRID_DIRECTIONS, "a word means no direction");
    REFUSED(rules->kind[1]['o'], NULL, "a kind has no name");
}

static void check_forms(void)
{
    const struct pattern_program *rules = the.game.rules;
    const struct pattern_form *form = &rules->form[0];
    LAW(form->by_pieces && form->by_runs && form->shifts && rule_of(0, 0)->foreseen);
    REFUSED(form->rules, 1 << 24, "the rules of a form");
    REFUSED(form->rule, NULL, "the rules of a form");
    REFUSED(form->row, 0, "names a slot");
    REFUSED(form->direction, 2, "names a slot");
    REFUSED(form->direction, -1, "no action gives");
    REFUSED(form->weight[1], 1, "weighs its slots");
    REFUSED(form->piece, -1, "pieces of no slot");
    REFUSED(form->piece, 1, "another slot");
    REFUSED(form->piece_test, NULL, "the piece of a form");
    REFUSED(form->piece_of['a'], 2, "a piece that there is not");
    REFUSED(form->by_pieces, false, "a form of runs has no pieces");
    REFUSED(form->by_runs, false, "does not lie in a run");
    REFUSED(form->shift_blank, 'Q', "does not lie in a run");
    REFUSED(rules->direction_of[2], GRID_UP_LEFT, "other rules");
    REFUSED(form->by_bits, true, "a form by bits");
    REFUSED(rules->set[0].layer, 7, "a set of no layer");
    REFUSED(rules->sets, 0, "not what is said of it");
    REFUSED(rule_of(0, 0)->certain, false, "into no room");
    REFUSED(rule_of(0, 0)->pattern->pick, PATTERN_EACH, "foreseen that cannot");
    REFUSED(rule_of(0, 0)->pattern->writes[1].count, 1, "what is written");
    REFUSED(rule_of(0, 0)->pattern->cell[1].only, NULL, "a short cut");
}

static void check_moves(void)
{
    const struct pattern_form *form = &the.game.rules->form[0];
    const struct pattern_rule *rule = rule_of(0, 0);
    const struct pattern_move *m = rule->move;
    struct pattern *p = pattern_take(&program, 1, sizeof *p);
    LAW(form->by_moves && rule->foreseen && m->joins && m->steps == 3 && p != NULL);
    REFUSED(rule->move, NULL, "foreseen that cannot");
    REFUSED(rule->pattern, p, "a pattern and a move");
    REFUSED(rule->squash, pattern_take(&program, 1, sizeof *rule->squash),
            "a squash and a move");
    REFUSED(m->piece, NULL, "a cell is not in the program");
    REFUSED(m->into, NULL, "a cell is not in the program");
    REFUSED(m->layer, 2, "no blank behind");
    REFUSED(m->blank, 'Q', "no blank behind");
    REFUSED(m->steps, 0, "no length");
    REFUSED(m->steps, 4, "no length");
    REFUSED(m->whole, true, "other rules");
    REFUSED(form->row, -1, "a move of no piece");
    REFUSED(form->direction, -1, "a move is not in the program");
    REFUSED(form->by_bits, true, "a form by bits");
}

static void check_together(void)
{
    const struct pattern_program *rules = the.game.rules;
    const struct pattern_rule *rule = rule_of(0, 0);
    const struct pattern *p = rule->pattern;
    LAW(p->strikes && p->limited && p->struck == 2 && rules->step[0].each);
    REFUSED(rules->owner['u'], 3, "that of no player");
    REFUSED(rules->piece_layer, 1, "that of no player");
    REFUSED(rule->add->whose, 3, "adds to the field of nobody");
    REFUSED(p->struck, 3, "strikes no cell");
    REFUSED(p->struck, -1, "strikes no cell");
    REFUSED(p->struck_layer, 1, "strikes no cell");
    REFUSED(p->limited, false, "hides its runs");
    REFUSED(p->cell[1].most, 0, "hides its runs");
    REFUSED(p->cell[1].most, -1, "no length");
    REFUSED(p->heading['u'], 5, "a heading that is none");
    REFUSED(the.game.together.order, 3, "act together");
    REFUSED(the.game.together.chosen, the.game.reward, "act together");
    REFUSED(the.game.together.idle, -1, "act together");
    REFUSED(the.game.together.players, 1, "act together");
    REFUSED(the.game.reward, the.game.together.chosen, "the rewards");
    REFUSED(the.game.field[0].count, 3, "one number for each player");
}

/* A match off the board, and one of another run: neither writes, and both end the run. */
static void check_matches(const struct state *start)
{
    int64_t slot[LUA_GAME_SLOTS_MAX];
    struct pattern_run run, other;
    struct pattern_bitboards bits;
    struct pattern_finding room;
    struct place at = {0, 0};
    const struct pattern *p = rule_of(0, 0)->pattern;
    for (int i = 0; i < 4; i++) {
        struct state *s = copy_of(start);
        action up = 2 * the.game.forms; /* car left, so that its run lies at the left */
        pattern_start(&run, &bits, &the.game, s, up, slot);
        run.direction = GRID_RIGHT;
        struct pattern_match *m = pattern_find(&run, p, &at, &room);
        LAW(m != NULL && m->of == &run);
        other = run;
        if (i == 0) m->cell[0] -= 4096;
        if (i == 1) m->cell[1] += 4096;
        if (i == 2) pattern_rewrite(&other, m, NULL);
        if (i == 3) pattern_rewrite(&run, NULL, NULL);
        if (i < 2) pattern_rewrite(&run, m, NULL);
        const struct pattern_run *ended = i == 2 ? &other : &run;
        LAW(ended->fault.of == PATTERN_OFF_BOARD && ended->over);
        if (i < 3) LAW(strcmp(ended->fault.text, p->text) == 0);
        if (i >= 2) LAW(same_bytes(start, s));
        pattern_start(&run, &bits, &the.game, s, up, slot);
        LAW(run.fault.of == PATTERN_FINE);
        free(s);
    }
}

/* ---- rules on a grid ---- */

static const struct pattern_value grid_values[] = {{0, 'a'}, {0, 'b'}};
static const struct pattern_name grid_names[] = {
    {.name = "car", .is = PATTERN_KIND, .count = 1, .value = &grid_values[0]},
    {.name = "bus", .is = PATTERN_KIND, .count = 1, .value = &grid_values[1]},
};

static void check_grid(void)
{
    static char room[1 << 14];
    struct pattern_memory memory = {room, sizeof room, 0, false};
    struct pattern_error error = {.failed = false};
    struct pattern_verdict verdict;
    struct pattern_names names = {
        .name = grid_names, .count = 2, .layers = 1, .players = 1};
    struct pattern_step *step = pattern_take(&memory, 1, sizeof *step);
    struct pattern_rule *rule = pattern_take(&memory, 1, sizeof *rule);
    struct pattern *p = pattern_take(&memory, 1, sizeof *p);
    names.blank[0] = -1;
    const struct pattern_source source = {
        .text = pattern_keep_text(&memory, "right [ car | ] -> [ bus | car ]"),
        .names = &names,
        .sweep = true,
        .memory = &memory,
        .error = &error};
    LAW(pattern_compile_pattern(&source, p));
    *rule = (struct pattern_rule){.number = 1, .pattern = p};
    *step = (struct pattern_step){.rule = rule, .rules = 1};
    LAW(pattern_complete_step(&memory, step, &verdict));
    struct pattern_test *t = (void *)(uintptr_t)p->cell[0].only;
    struct pattern_write *w = (void *)(uintptr_t)p->writes[0].write;
    for (int i = 0; i < 6; i++) {
        const struct pattern_test test = *t;
        const struct pattern_write write = *w;
        const struct pattern_add add = {.field = 0, .number = 1};
        if (i == 0) t->layer = 1;
        if (i == 1) t->by = PATTERN_BY_PLAYER;
        if (i == 2) t->by = PATTERN_BY_SLOT;
        if (i == 3) w->what = PATTERN_CHOOSE;
        if (i == 4) w->layer = 1;
        if (i == 5) rule->add = &add, rule->adds = 1;
        LAW(!pattern_verify_step(&memory, step, &verdict) && verdict.internal);
        *t = test;
        *w = write;
        rule->adds = 0;
        LAW(pattern_verify_step(&memory, step, &verdict));
        tried++;
    }
}

static void check_kinds(void)
{
    enum { KINDS = 185 }; /* so many at least: none is left out in silence */
    struct state *s = load_text(sample);
    check_tests();
    check_cells();
    check_around();
    check_ways();
    check_patterns();
    check_writes();
    check_rules();
    free(s);
    s = load_text(slide);
    check_forms();
    check_matches(s);
    free(s);
    free(load_text(pieces));
    check_moves();
    free(load_text(tag));
    check_together();
    check_grid();
    LAW(tried >= KINDS);
}
