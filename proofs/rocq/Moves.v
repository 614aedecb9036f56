(** The moves that operations are made of, and induction over every program: what each move keeps holds for ever. *)
From Lists Require Export Counts.

Section Moves.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g}.
Implicit Types (s : state E) (k : key) (ks : list key).

(** * Removals and [Reserve] *)

(** A removal empties its cell; no other element changes. *)
Lemma vacate_cases s i e id : sane g s -> get (contents s) i = Some (Has e id) -> keeps (vacated s i) (vacate d s i) /\
  (vacate d s i = vacated s i /\ (start (top s) <= i -> live (top (vacated s i)) <> 0) \/
   vacate d s i = truncated d (vacated s i) /\ start (top s) <= i /\ live (top (vacated s i)) = 0).
Proof.
  intros S H. destruct (vacated_sane i S H) as (S' & _). pose proof (shorter_keeps (truncated_sane D S')).
  pose proof (shorter_keeps (shortened_refl S')). unfold vacate.
  destruct (Z.leb_spec (start (top s)) i); cbn [andb]; [destruct (Z.eqb_spec (live (top (vacated s i))) 0)|]; auto 10.
  split; auto. left. split; auto. lia.
Qed.

Lemma vacate_sane s i e id : sane g s -> get (contents s) i = Some (Has e id) -> let s' := vacate d s i in
  sane g s' /\ options s' = options s /\ next_id s' = next_id s /\ live_of s' = live_of s - 1 /\
  (opened_of s' <= opened_of s /\ space_of s' <= space_of s /\ allocated s' <= allocated s) /\
  (truncate (options s) <> Memory -> allocated s' = allocated s /\ moved (spent s') = moved (spent s)).
Proof.
  intros S H. destruct (vacated_sane i S H) as (S' & L & O & Z0). cbv zeta. rewrite <- L, <- O, <- Z0.
  destruct (vacate_cases i S H) as [_ [[-> _] | [-> _]]]; [split; auto; repeat split; auto; count|].
  destruct (truncated_sane D S') as [S2 K Sh U]. pose proof K as (-> & -> & _). rewrite (keeps_live S' S2 K). auto 10.
Qed.

Lemma doubled_spec fuel : forall space wanted, (exists n, 0 <= n /\ doubled fuel space wanted = space * 2 ^ n) /\
  (doubled fuel space wanted = space \/ doubled fuel space wanted < 2 * wanted).
Proof.
  induction fuel as [|fuel IH]; intros space wanted; cbn [doubled].
  - split; auto. exists 0. lia.
  - destruct (Z.ltb_spec space wanted); [|split; auto; exists 0; lia].
    destruct (IH (2 * space) wanted) as ((n & N & Q) & B). split; [|lia]. exists (n + 1).
    rewrite Q, Z.pow_add_r by lia. lia.
Qed.

(** A move of an operation, and the keys that it issues. Only [Reserve] and [Shrink_to_fit] have moves of their own. *)
Inductive move : operation E -> state E -> list key -> state E -> Prop :=
| iterates o s : move o s [] (iteration s)
| replaces o s i e e' id : get (contents s) i = Some (Has e id) -> move o s [] (replaced s (i, id) e')
| changes o s f : move o s [] (with_contents s (each_changed f (contents s)))
| inserts o s e : has_room s 1 = true -> move o s [snd (insert d s e)] (fst (insert d s e))
| vacates o s i e id : get (contents s) i = Some (Has e id) -> move o s [] (vacate d s i)
| clears o s : move o s [] (clear d s)
| reserves s count room : has_room s (Z.of_N count) = true -> allocated s < room ->
    (exists n, 0 <= n /\ room = space_of s * 2 ^ n) -> room < 2 * (live_of s + Z.of_N count) ->
    move (Reserve count) s []
      (State (options s) room (next_id s) (contents s) (partitions s) (moving (opened_of s) (spent s)))
| shrinks s : move Shrink_to_fit s [] (shrunk d s)
| reallocates s : move Shrink_to_fit s [] (reallocated s).

Lemma clear_sane s : sane g s -> let s' := clear d s in sane g s' /\ opened_of s' = 0 /\ space_of s' <= space_of s /\
  allocated s' <= allocated s /\ (truncate (options s) <> Memory -> allocated s' = allocated s).
Proof.
  intros S.
  destruct (least_regular D (options s)) as (ps & P & Q), (untouched_again D _ _ (regular S)) as (G1 & T1 & Z1).
  destruct (untouched_again D _ _ P) as (G2 & T2 & Z2). pose proof (tiled_untouched T1).
  pose proof (tiled_untouched T2). pose proof (doubling S) as M. pose proof (sane_counts S).
  pose proof (sane_space S). unfold clear, opened_of, space_of in *. rewrite Q in *.
  destruct (truncate (options s)); (split; [constructor; auto; try apply S|]); unfold space_of in *; fields;
    rewrite ?Z1, ?Z2; try (intros i; now rewrite get_none); repeat split; try congruence; try lia; auto. exists 0.
  lia.
Qed.

Theorem move_sane o s ks s' : move o s ks s' -> sane g s -> sane g s'.
Proof.
  intros M S. destruct M.
  - destruct S. now constructor.
  - apply with_contents_sane; auto. intros j. cbn [fst snd]. apply (sane_inside _ S) in H as R.
    rewrite get_set by lia. destruct (Z.eqb_spec i j) as [<- | N]; [rewrite H|]; easy.
  - apply with_contents_sane; auto. intros i. rewrite get_each_changed.
    destruct (get (contents s) i) as [[e id|n]|]; cbn; split; try tauto; try easy; intros m; easy.
  - now apply insert_sane.
  - now apply (vacate_sane _ S H).
  - now apply clear_sane.
  - destruct S. now constructor.
  - now apply (shrunk_sane D).
  - exact (proj1 (reallocated_shortened S)).
Qed.

(** Several moves, one after the other. *)
Inductive moves (o : operation E) : state E -> list key -> state E -> Prop :=
| none_at_all s : moves o s [] s
| one_first s ks s1 ks' s' : move o s ks s1 -> moves o s1 ks' s' -> moves o s (ks ++ ks') s'.

Lemma one_move o s ks s' : move o s ks s' -> moves o s ks s'.
Proof. intros M. rewrite <- (app_nil_r ks). econstructor; eauto. constructor. Qed.

Lemma moves_app o s ks s1 ks' s' : moves o s ks s1 -> moves o s1 ks' s' -> moves o s (ks ++ ks') s'.
Proof. induction 1; auto. intros N. rewrite <- app_assoc. econstructor; eauto. Qed.

Lemma then_move o s s1 ks s' : move o s [] s1 -> moves o s1 ks s' -> moves o s ks s'.
Proof. exact (@one_first o s [] s1 ks s'). Qed.

(** * Every operation consists of moves *)

Lemma remove_moves o s k : moves o s [] (fst (remove d s k)).
Proof.
  unfold remove. destruct (found s k) as [e|] eqn:F; [|constructor]. apply found_spec in F. apply one_move.
  econstructor. exact F.
Qed.

Lemma remove_all_moves o ks : forall s, moves o s [] (remove_all d s ks).
Proof. induction ks as [|k ks IH]; intros s; [constructor|]. exact (moves_app (remove_moves o s k) (IH _)). Qed.

Lemma replaced_moves o s k e e' : found s k = Some e -> moves o s [] (replaced s k e').
Proof. intros F%found_spec. destruct k as [i id]. apply one_move. econstructor. exact F. Qed.

Lemma insert_all_moves o es : forall s, sane g s -> has_room s (Z.of_nat (length es)) = true ->
  moves o s (snd (insert_all d s es)) (fst (insert_all d s es)).
Proof.
  induction es as [|e es IH]; intros s S R; [constructor|]. cbn [length] in R. assert (has_room s 1 = true) as R1.
  { revert R. unfold has_room, indexable, within, holds. rewrite !andb_true_iff.
    destruct (count_of (index_bits (options s))), (maximum (options s)); rewrite ?Z.ltb_lt, ?Z.leb_le; lia. }
  pose proof (inserts o s e R1) as M. destruct (insert_sane e S) as (S' & O & _ & L & _). cbn [insert_all].
  destruct (insert d s e) as [s1 k]. cbn [fst snd] in *. assert (has_room s1 (Z.of_nat (length es)) = true) as R2.
  { unfold has_room in *. rewrite O, L. rewrite <- R. f_equal; f_equal; lia. }
  specialize (IH s1 S' R2). destruct (insert_all d s1 es) as [s2 ks]. exact (one_first M IH).
Qed.

Theorem step_moves s o : sane g s -> moves o s (keys_of (snd (step d s o))) (fst (step d s o)).
Proof.
  intros S. destruct o; cbn [step]; try (apply one_move; constructor); try constructor.
  - destruct (has_room s 1) eqn:R; [|constructor]. pose proof (inserts (Add e) s e R) as M.
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
  - cbn zeta. destruct (has_room s (Z.of_N count)) eqn:R; [|constructor]. cbn [fst snd keys_of]. unfold with_room.
    set (wanted := live_of s + Z.of_N count).
    destruct (doubled_spec (Z.to_nat (Z.log2_up wanted)) (space_of s) wanted) as [P B].
    destruct (Z.leb_spec (doubled (Z.to_nat (Z.log2_up wanted)) (space_of s) wanted) (allocated s)); [constructor|].
    apply one_move. constructor; auto. unfold wanted in *. count.
  - unfold shrink_to_fit. apply (then_move (shrinks s)). destruct (_ <? _); [apply one_move|]; constructor.
Qed.

(** * Induction over every program: what holds of a new list, and is kept by every move, holds for ever *)

Lemma moves_ind' o (P : state E -> list key -> Prop) :
  (forall s before ks s', sane g s -> P s before -> move o s ks s' -> P s' (before ++ ks)) ->
  forall s ks s', moves o s ks s' -> sane g s -> forall before, P s before -> sane g s' /\ P s' (before ++ ks).
Proof.
  intros H s ks s' M. induction M as [s|s ks s1 ks' s' M _ IH]; intros S before B.
  - now rewrite app_nil_r.
  - rewrite app_assoc. apply IH; eauto using move_sane.
Qed.

Theorem run_ind (P : state E -> list key -> Prop) os :
  (forall o s before ks s', In o os -> sane g s -> P s before -> move o s ks s' -> P s' (before ++ ks)) ->
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

End Moves.
Arguments move {E} d.
