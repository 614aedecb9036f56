(** What every design has to guarantee, the invariant that every step then preserves, and the moves that steps are
    made of. *)
From Lists Require Export Tiling.

Section Steps.
Context {E : Type}.
Implicit Types (s : state E) (k : key) (ks : list key).

(** * The invariant *)

(** The partitions of a lawful space, as each design has them. Nothing but their starts and sizes may matter. *)
Definition geometry : Type := parameters -> list partition -> Prop.

Record sane (g : geometry) s : Prop := {
  tiles : tiled (contents s) 0 (partitions s);
  none_beyond : forall i, get (contents s) i <> None -> i < space_of s;
  doubling : exists n, 0 <= n /\ allocated s = space_of s * 2 ^ n;
  regular : g (options s) (partitions s);
  options_lawful : lawful (options s) = true;
}.

(** The same elements under the same ids in the same positions. *)
Definition same_elements s s' : Prop :=
  forall i e id, get (contents s') i = Some (Has e id) <-> get (contents s) i = Some (Has e id).
Definition keeps s s' : Prop := options s' = options s /\ next_id s' = next_id s /\ same_elements s s'.

Record sound_design (d : design E) (g : geometry) : Prop := {
  (* The geometry depends on starts and sizes alone, and leaves no space empty. *)
  only_places : forall o ps ps', map start ps' = map start ps -> map size ps' = map size ps -> g o ps -> g o ps';
  positive : forall o ps, g o ps -> 0 < sum size ps;
  (* A new list, and a cleared one, have an untouched space; one that is cleared may keep its length. *)
  untouched_sane : forall o space, lawful o = true -> (exists s, sane g s /\ options s = o /\ space = space_of s)
    \/ space = least_space o \/ space = initial_space o ->
    g o (untouched d o space) /\ tiled (none : cells E) 0 (untouched d o space) /\
      space <= sum size (untouched d o space);
  untouched_again : forall s, sane g s -> sum size (untouched d (options s) (space_of s)) = space_of s;
  (* A full list is given room; its cells stay as they are. *)
  grown_sane : forall s, sane g s -> live_of s = space_of s ->
    sane g (grown d s) /\ options (grown d s) = options s /\ next_id (grown d s) = next_id s
    /\ contents (grown d s) = contents s /\ live_of (grown d s) < space_of (grown d s)
    /\ live_of (grown d s) = live_of s;
  (* Truncation, when a removal has emptied the last partition, and shrinking, at any time, keep every element. *)
  truncated_sane : forall s, sane g s -> 0 < opened (top s) -> live (top s) = 0 ->
    sane g (truncated d s) /\ keeps s (truncated d s);
  shrunk_sane : forall s, sane g s -> sane g (shrunk d s) /\ keeps s (shrunk d s);
}.

Existing Class sound_design.

(** * Moves *)

(** A move of an operation: it issues keys. Only [Reserve] and [Shrink_to_fit] have moves of their own. *)
Inductive move (d : design E) : operation E -> state E -> list key -> state E -> Prop :=
| iterates o s : move d o s [] (iteration s)
| replaces o s i e e' id : get (contents s) i = Some (Has e id) -> move d o s [] (replaced s (i, id) e')
| changes o s f : move d o s [] (with_contents s (each_changed f (contents s)))
| inserts o s e : has_room s 1 = true -> move d o s [snd (insert d s e)] (fst (insert d s e))
| vacates o s i e id : get (contents s) i = Some (Has e id) -> move d o s [] (vacate d s i)
| clears o s : move d o s [] (clear d s)
| reserves s n : has_room s (Z.of_N n) = true -> move d (Reserve n) s [] (with_room s (Z.of_N n))
| shrinks s : move d Shrink_to_fit s [] (shrink_to_fit d s).

(** Several moves, and the keys that they issue. *)
Inductive moves (d : design E) (o : operation E) : state E -> list key -> state E -> Prop :=
| none_at_all s : moves d o s [] s
| one_first s ks s1 ks' s' : move d o s ks s1 -> moves d o s1 ks' s' -> moves d o s (ks ++ ks') s'.

Lemma one_move d o s ks s' : move d o s ks s' -> moves d o s ks s'.
Proof. intros M. rewrite <- (app_nil_r ks). econstructor; eauto. constructor. Qed.

Lemma moves_app d o s ks s1 ks' s' : moves d o s ks s1 -> moves d o s1 ks' s' -> moves d o s (ks ++ ks') s'.
Proof. induction 1; auto. intros N. rewrite <- app_assoc. econstructor; eauto. Qed.

Lemma then_move d o s s1 ks s' : move d o s [] s1 -> moves d o s1 ks s' -> moves d o s ks s'.
Proof. exact (@one_first d o s [] s1 ks s'). Qed.

(** * The invariant is preserved *)

Context {d : design E} {g : geometry} {D : sound_design d g}.

Lemma sane_space s : sane g s -> 0 < space_of s.
Proof. intros S. apply (positive D (options s)), S. Qed.

Lemma sane_counts s : sane g s -> 0 <= live_of s <= opened_of s /\ opened_of s <= space_of s.
Proof. intros S. apply (tiled_counts (tiles S)). Qed.

Lemma sane_inside s i e id : sane g s -> get (contents s) i = Some (Has e id) -> 0 <= i < space_of s.
Proof.
  intros S H. split.
  - destruct (Z_lt_le_dec i 0); auto. rewrite get_negative in H; easy.
  - apply (none_beyond S). congruence.
Qed.

Lemma sane_touched s i : sane g s -> (get (contents s) i <> None <-> 0 <= i < opened_of s).
Proof.
  intros S. pose proof (sane_counts S). destruct (Z_lt_le_dec i 0) as [N|P].
  - rewrite get_negative by auto. split; [easy | lia].
  - destruct (Z_lt_le_dec i (space_of s)).
    + rewrite (tiled_touched (tiles S)) by (unfold space_of in *; lia). unfold opened_of. lia.
    + split; [intros B%(none_beyond S); lia | lia].
Qed.

Lemma initial_sane p : lawful p = true -> sane g (initial d p).
Proof.
  intros L. destruct (untouched_sane D L ltac:(auto)) as (G & T & _). constructor; cbn; auto.
  - intros i. now rewrite get_none.
  - exists 0. unfold space_of. cbn. lia.
Qed.

Lemma with_contents_sane s c : sane g s -> same_vacancies (contents s) c -> sane g (with_contents s c).
Proof.
  intros [T B M R L] V. constructor; cbn; eauto using tiled_same_vacancies. intros i H. apply B. intros N.
  apply H, V, N.
Qed.

Lemma set_same_vacancies (c : cells E) i e e' id id' :
  get c i = Some (Has e id) -> same_vacancies c (set c i (Has e' id')).
Proof.
  intros H j. destruct (Z.eq_dec i j) as [<- | N].
  - rewrite get_set_same, H; [split; [easy | intros n; easy]|]. destruct (Z_lt_le_dec i 0); auto.
    rewrite get_negative in H; easy.
  - rewrite get_set_other by auto. tauto.
Qed.

Lemma changed_same_vacancies (c : cells E) f : same_vacancies c (each_changed f c).
Proof.
  intros i. rewrite get_each_changed.
  destruct (get c i) as [[e id|n]|]; cbn; split; try tauto; try easy; intros m; easy.
Qed.

(** An insertion fills a cell that held no element, in the list itself or in the list that has grown. *)
Lemma insert_cases s e : sane g s -> exists s1 i ps,
  (s1 = s \/ (s1 = grown d s /\ live_of s = space_of s)) /\ sane g s1 /\ options s1 = options s /\
  next_id s1 = next_id s /\ contents s1 = contents s /\ live_of s1 = live_of s /\
  taken (contents s1) (partitions s1) = Some (i, ps) /\
  insert d s e = (State (options s) (allocated s1) (following (options s) (next_id s))
                    (set (contents s) i (Has e (next_id s))) ps (spent s1), (i, next_id s)).
Proof.
  intros S. unfold insert, occupied. destruct (taken (contents s) (partitions s)) as [[i ps]|] eqn:K.
  - exists s, i, ps. repeat split; auto; apply S.
  - assert (live_of s = space_of s) as F by eauto using taken_none, tiles.
    destruct (grown_sane D S F) as (S1 & O1 & N1 & C1 & R1 & L1).
    destruct (taken (contents (grown d s)) (partitions (grown d s))) as [[i ps]|] eqn:K1.
    + exists (grown d s), i, ps. rewrite O1, N1, C1. repeat split; auto; try apply S1. now rewrite <- C1.
    + pose proof (taken_none (tiles S1) K1). unfold live_of, space_of in *. lia.
Qed.

Lemma insert_sane s e : sane g s -> sane g (fst (insert d s e)) /\ live_of (fst (insert d s e)) = live_of s + 1.
Proof.
  intros S. destruct (insert_cases e S) as (s1 & i & ps & _ & S1 & O1 & N1 & C1 & L1 & K & ->). cbn [fst].
  destruct (taken_some e (next_id s) (tiles S1) K) as (T & R & _ & Es & Ez & El & _).
  pose proof (sum_sizes _ _ Ez) as Zs. rewrite C1 in T. split.
  - constructor; cbn; auto.
    + unfold space_of in *. cbn. rewrite Zs. intros j J. destruct (Z.eq_dec i j) as [<- |]; [lia|].
      rewrite get_set_other in J by auto. apply (none_beyond S1). now rewrite C1.
    + unfold space_of. cbn. rewrite Zs. apply (doubling S1).
    + rewrite <- O1. apply (only_places D) with (partitions s1); auto. apply S1.
    + apply S.
  - unfold live_of in *. cbn. lia.
Qed.

(** The partition of a position is the last one if it does not lie before that one. *)
Lemma top_partition (c : cells E) a ps i : tiled c a ps -> 0 < sum size ps ->
  start (last ps (empty 0 0)) <= i < a + sum size ps ->
  (exists l, sound c (start (last ps (empty 0 0))) (last ps (empty 0 0)) l) /\
  i < stop (last ps (empty 0 0)) /\
  partition_of ps i = last ps (empty 0 0) /\ last (released ps i) (empty 0 0) = emptied (last ps (empty 0 0)) i.
Proof.
  intros T. induction T as [|a p l ps S P T IH]; [cbn; lia|]. intros P0 R. pose proof (begins S) as [G _].
  pose proof (bounded S). cbn [sum] in R. cbn [partition_of released]. destruct ps as [|p' ps].
  - cbn in *. subst a. destruct (Z.ltb_spec i (stop p)) as [I|I]; unfold stop in *; [|lia]. repeat split; eauto.
  - change (last (p :: p' :: ps) (empty 0 0)) with (last (p' :: ps) (empty 0 0)) in *.
    assert (a + size p <= start (last (p' :: ps) (empty 0 0))) as B.
    { clear -T. revert T. generalize (a + size p) as b. revert p'. induction ps as [|p'' ps IH]; intros p' b T.
      - inversion T as [|? ? ? ? S]; subst. cbn. destruct (begins S). lia.
      - inversion T as [|? ? ? ? S ? T']; subst. apply IH in T'. pose proof (bounded S).
        change (last (p' :: p'' :: ps) (empty 0 0)) with (last (p'' :: ps) (empty 0 0)). lia. }
    destruct (Z.ltb_spec i (stop p)) as [I|I]; unfold stop in I; [lia|].
    destruct IH as (IH1 & IH2 & IH3 & IH4); [lia | lia |]. repeat split; auto. cbn [released] in IH4 |- *.
    destruct (i <? stop p'); exact IH4.
Qed.

Lemma vacated_top s i e id : sane g s -> get (contents s) i = Some (Has e id) -> start (top s) <= i ->
  top (vacated s i) = emptied (top s) i /\ 0 < opened (top s).
Proof.
  intros S H I. pose proof (sane_inside _ S H) as R.
  destruct (top_partition (i := i) (tiles S)) as ((l & T) & B & _ & Q); [apply (sane_space S) | unfold top, space_of
    in *; lia |]. split; [exact Q|]. fold (top s) in *. assert (i < start (top s) + opened (top s)); [|lia].
  apply (touched T); [unfold stop in B; lia | congruence].
Qed.

Lemma vacated_sane s i e id : sane g s -> get (contents s) i = Some (Has e id) ->
  sane g (vacated s i) /\ live_of (vacated s i) = live_of s - 1 /\ opened_of (vacated s i) = opened_of s /\
  space_of (vacated s i) = space_of s.
Proof.
  intros S H. pose proof (sane_inside _ S H) as R.
  destruct (tiled_released (i := i) (tiles S)) as (T & Es & Ez & El & Eo); [unfold space_of in R; lia | now exists e,
    id |]. pose proof (sum_sizes _ _ Ez) as Zs. split; [|auto]. destruct S as [_ B M G L]. constructor; cbn; auto.
  - unfold space_of in *. cbn. rewrite Zs. intros j J. destruct (Z.eq_dec i j) as [<- |]; [lia|].
    rewrite get_set_other in J by auto. now apply B.
  - unfold space_of. cbn. now rewrite Zs.
  - apply (only_places D) with (partitions s); auto.
Qed.

(** A removal empties its cell; no other element changes. *)
Lemma vacate_sane s i e id : sane g s -> get (contents s) i = Some (Has e id) ->
  sane g (vacate d s i) /\ keeps (vacated s i) (vacate d s i) /\
  (vacate d s i = vacated s i \/
   vacate d s i = truncated d (vacated s i) /\ 0 < opened (top (vacated s i)) /\ live (top (vacated s i)) = 0).
Proof.
  intros S H. destruct (vacated_sane i S H) as (S' & _). unfold vacate.
  destruct (Z.leb_spec (start (top s)) i) as [I|I]; cbn [andb]; [|split; [|split]; auto; repeat split; auto].
  destruct (Z.eqb_spec (live (top (vacated s i))) 0) as [Z0|]; [|split; [|split]; auto; repeat split; auto].
  assert (0 < opened (top (vacated s i))) as O by (now destruct (vacated_top S H I) as [-> O]).
  destruct (truncated_sane D S' O Z0). split; [|split]; auto.
Qed.

Lemma doubled_doubles fuel : forall space wanted, exists n, 0 <= n /\ doubled fuel space wanted = space * 2 ^ n.
Proof.
  induction fuel as [|fuel IH]; intros space wanted; cbn [doubled].
  - exists 0. lia.
  - destruct (space <? wanted); [|exists 0; lia]. destruct (IH (2 * space) wanted) as (n & N & ->). exists (n + 1).
    split; [lia|]. rewrite Z.pow_add_r by lia. lia.
Qed.

Lemma with_room_sane s n : sane g s -> sane g (with_room s n).
Proof.
  intros S. unfold with_room.
  destruct (doubled_doubles (Z.to_nat (Z.log2_up (live_of s + n))) (space_of s) (live_of s + n)) as (m & N & R).
  destruct (_ <=? _); auto. destruct S as [T B M G L]. constructor; cbn; auto. exists m. auto.
Qed.

Lemma reallocated_sane s : sane g s -> sane g (reallocated s).
Proof. intros [T B M G L]. constructor; cbn; auto. exists 0. unfold space_of. cbn. lia. Qed.

Lemma shrink_to_fit_sane s : sane g s -> sane g (shrink_to_fit d s) /\ keeps s (shrink_to_fit d s).
Proof.
  intros S. unfold shrink_to_fit. destruct (shrunk_sane D S) as [S' K]. destruct (_ <? _); auto.
  split; auto using reallocated_sane.
Qed.

Lemma clear_sane s : sane g s -> sane g (clear d s).
Proof.
  intros S. pose proof S as [T B M G L]. unfold clear.
  assert (forall space, space = space_of s \/ space = least_space (options s) -> g (options s) (untouched d (options
    s) space) /\ tiled (none : cells E) 0 (untouched d (options s) space)) as U.
  { intros space H. destruct (untouched_sane D (space := space) L) as (G' & T' & _); auto.
    destruct H as [-> | ->]; eauto. }
  destruct (U (space_of s)) as [G1 T1], (U (least_space (options s))) as [G2 T2]; auto.
  pose proof (untouched_again D S) as A.
  destruct (truncate (options s)); constructor; auto; try (intros i; cbn; now rewrite get_none).
  1, 2: cbn [allocated]; unfold space_of at 1; cbn [partitions]; rewrite A; exact M. exists 0. unfold space_of. cbn.
    lia.
Qed.

Theorem move_sane o s ks s' : move d o s ks s' -> sane g s -> sane g s'.
Proof.
  intros M S. destruct M.
  - destruct S. now constructor.
  - apply with_contents_sane; eauto using set_same_vacancies.
  - apply with_contents_sane; eauto using changed_same_vacancies.
  - now apply insert_sane.
  - eapply vacate_sane; eauto.
  - now apply clear_sane.
  - now apply with_room_sane.
  - now apply shrink_to_fit_sane.
Qed.

(** * Every operation consists of moves *)

Lemma found_spec s k e : found s k = Some e <-> get (contents s) (fst k) = Some (Has e (snd k)).
Proof.
  unfold found. destruct (get (contents s) (fst k)) as [[x id|n]|]; [|split; discriminate..].
  destruct (Z.eqb_spec id (snd k)) as [-> | N]; split; intros H; inversion H; auto. congruence.
Qed.

Lemma remove_moves o s k : moves d o s [] (fst (remove d s k)).
Proof.
  unfold remove. destruct (found s k) as [e|] eqn:F; [|constructor]. apply found_spec in F. apply one_move.
  econstructor. exact F.
Qed.

Lemma remove_all_moves o ks : forall s, moves d o s [] (remove_all d s ks).
Proof. induction ks as [|k ks IH]; intros s; [constructor|]. exact (moves_app (remove_moves o s k) (IH _)). Qed.

Lemma replaced_moves o s k e e' : found s k = Some e -> moves d o s [] (replaced s k e').
Proof. intros F%found_spec. destruct k as [i id]. apply one_move. econstructor. exact F. Qed.

Lemma room_for_fewer s n m : has_room s n = true -> m <= n -> has_room s m = true.
Proof.
  unfold has_room, indexable, within, holds. rewrite !andb_true_iff. intros [I H] L.
  destruct (count_of (index_bits (options s))), (maximum (options s)); rewrite ?Z.ltb_lt, ?Z.leb_le in *; split; auto;
    lia.
Qed.

Lemma insert_all_moves o es : forall s, sane g s -> has_room s (Z.of_nat (length es)) = true ->
  moves d o s (snd (insert_all d s es)) (fst (insert_all d s es)).
Proof.
  induction es as [|e es IH]; intros s S R; [constructor|]. cbn [length] in R.
  assert (has_room s 1 = true) as R1 by (eapply room_for_fewer; eauto; lia). pose proof (inserts d o s e R1) as M.
  destruct (insert_sane e S) as [S' L]. assert (options (fst (insert d s e)) = options s) as O.
  { destruct (insert_cases e S) as (s1 & i & ps & _ & _ & _ & _ & _ & _ & _ & ->). reflexivity. }
  cbn [insert_all]. destruct (insert d s e) as [s1 k]. cbn [fst snd] in *.
  assert (has_room s1 (Z.of_nat (length es)) = true) as R2.
  { unfold has_room in *. rewrite O, L. rewrite <- R. f_equal; f_equal; lia. }
  specialize (IH s1 S' R2). destruct (insert_all d s1 es) as [s2 ks]. cbn [fst snd] in *. exact (one_first M IH).
Qed.

Theorem step_moves s o : sane g s -> moves d o s (keys_of (snd (step d s o))) (fst (step d s o)).
Proof.
  intros S. destruct o; cbn [step]; try (apply one_move; constructor); try constructor.
  - destruct (has_room s 1) eqn:R; [|constructor]. pose proof (inserts d (Add e) s e R) as M.
    destruct (insert d s e) as [s' k]. apply one_move, M.
  - destruct (has_room s _) eqn:R; [|constructor]. pose proof (insert_all_moves (Extend es) es S R) as M.
    destruct (insert_all d s es) as [s' ks]. exact M.
  - pose proof (remove_moves (Remove k) s k) as M. destruct (remove d s k) as [s' e]. exact M.
  - pose proof (remove_moves (Remove_many k other) s k) as M. destruct (remove d s k) as [s1 e]. cbn [fst] in M.
    pose proof (remove_moves (Remove_many k other) s1 other) as M1. destruct (remove d s1 other) as [s2 e'].
    exact (moves_app M M1).
  - unfold repack. destruct (index_bits (options s)), (id_bits (options s)); constructor.
  - unfold resolves. destruct (found s k) eqn:F; [|constructor]. eapply replaced_moves; eauto.
  - destruct (found s k) eqn:F; [|constructor]. eapply replaced_moves; eauto.
  - eapply then_move; [|apply one_move]; constructor.
  - unfold exchange. destruct (found s k) as [pivot|] eqn:F; [|constructor].
    destruct (found s sought) as [other|] eqn:G; [|constructor].
    destruct (Z.eqb_spec (fst sought) (fst k)) as [|N]; [constructor|]. cbn [fst snd keys_of].
    apply (moves_app (ks := []) (s1 := replaced s k other)); [eapply replaced_moves; eauto|].
    eapply replaced_moves, found_spec. apply found_spec in G. cbn. rewrite get_set_other by congruence. exact G.
  - destruct (live_of s =? 0); apply one_move; constructor.
  - eapply then_move; [|apply one_move]; constructor.
  - eapply then_move; [constructor|]. apply remove_all_moves.
  - cbn zeta. destruct (has_room s (Z.of_N count)) eqn:R; [|constructor]. apply one_move. now constructor.
Qed.

(** * Induction over every program: what holds of a new list, and is kept by every move, holds for ever *)

Lemma moves_ind' o (P : state E -> list key -> Prop) :
  (forall s before ks s', sane g s -> P s before -> move d o s ks s' -> P s' (before ++ ks)) ->
  forall s ks s', moves d o s ks s' -> sane g s -> forall before, P s before -> sane g s' /\ P s' (before ++ ks).
Proof.
  intros H s ks s' M. induction M as [s|s ks s1 ks' s' M _ IH]; intros S before B.
  - now rewrite app_nil_r.
  - rewrite app_assoc. apply IH; eauto using move_sane.
Qed.

Theorem run_ind (P : state E -> list key -> Prop) os :
  (forall o s before ks s', In o os -> sane g s -> P s before -> move d o s ks s' -> P s' (before ++ ks)) ->
  forall s before, sane g s -> P s before ->
  sane g (fst (run d s os)) /\ P (fst (run d s os)) (before ++ issued (snd (run d s os))).
Proof.
  induction os as [|o os IH]; intros H s before S B; cbn [run].
  - cbn. now rewrite app_nil_r.
  - pose proof (step_moves o S) as M. destruct (step d s o) as [s1 a]. cbn [fst snd] in M.
    destruct (moves_ind' P (fun s before ks s' => H o s before ks s' (or_introl eq_refl)) M S before B) as [S1 B1].
    specialize (IH (fun o s before ks s' I => H o s before ks s' (or_intror I)) s1 _ S1 B1).
    destruct (run d s1 os) as [s2 answers]. cbn [fst snd issued flat_map] in *. now rewrite app_assoc.
Qed.

End Steps.
