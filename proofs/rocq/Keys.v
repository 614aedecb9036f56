(** Keys: a live one resolves, a retired one does not until its id is given out again (ABA immunity; 2.4, 5.1; R8). *)
From Coq Require Import ZArith List Lia Bool.
From Lists Require Import Parameters Cells Container Contract Chain Partition Tiling Steps Counts Refinement Stamps.
Import ListNotations.
Local Open Scope Z_scope.

Section Keys.
Context {E : Type} (d : design E) (g : geometry) (D : sound_design d g).
Implicit Types (s : state E) (k : key) (ks : list key).

(** The ids are those of the insertions, and each live element is that of the latest insertion at its index. *)
Record stamped s ks : Prop := {
  next_stamp : next_id s = reduced (options s) (Z.of_nat (length ks));
  stamps : forall n k, given ks n k -> snd k = reduced (options s) (Z.of_nat n);
  born : forall k e, found s k = Some e -> exists n, latest ks n k;
}.

Lemma given_app ks ks' n k : given (ks ++ ks') n k ->
  given ks n k \/ (length ks <= n)%nat /\ given ks' (n - length ks) k.
Proof.
  unfold given. destruct (Nat.lt_ge_cases n (length ks)).
  - rewrite nth_error_app1 by auto. auto.
  - rewrite nth_error_app2 by auto. auto.
Qed.

Lemma given_before ks ks' n k : given ks n k -> given (ks ++ ks') n k.
Proof.
  unfold given. intros H. rewrite nth_error_app1; auto. apply nth_error_Some. congruence.
Qed.

Lemma given_length ks n k : given ks n k -> (n < length ks)%nat.
Proof. intros H. apply nth_error_Some. unfold given in H. congruence. Qed.

Lemma given_single k n j : given [k] n j -> n = 0%nat /\ j = k.
Proof. destruct n as [|[|]]; cbn; intros [= ->]; auto. Qed.

(** What a move finds was found before it, or the move is the insertion that gave the key. *)
Lemma move_found o s ks s' k e : sane g s -> move d o s ks s' -> found s' k = Some e ->
  ks = [k] \/ exists e', found s k = Some e'.
Proof.
  intros S M F. destruct M.
  - right. now exists e.
  - assert (found s (i, id) = Some e0) as G by now apply found_spec.
    rewrite (replaced_found s (i, id) e0) in F by auto. unfold with_entry in F.
    destruct (same_spec k (i, id)) as [-> |]; eauto.
  - rewrite changed_found in F. destruct (found s k); [eauto | discriminate].
  - destruct (insert_found d g D s e0 k S) as [G _]. rewrite G in F. unfold with_entry in F.
    destruct (same_spec k (snd (insert d s e0))) as [-> |]; eauto.
  - assert (found s (i, id) = Some e0) as G by now apply found_spec.
    change i with (fst (i, id)) in F. rewrite (vacate_found d g D s (i, id) e0) in F by auto.
    unfold with_entry in F. destruct (same k (i, id)); [discriminate | eauto].
  - rewrite clear_found in F. discriminate.
  - rewrite with_room_found in F. eauto.
  - rewrite (shrink_found d g D) in F by auto. eauto.
Qed.

(** Only an insertion changes the next id. *)
Lemma move_next o s ks s' : sane g s -> move d o s ks s' -> options s' = options s /\
  (ks = [] /\ next_id s' = next_id s \/
   (exists i, ks = [(i, next_id s)] /\ forall id e, found s (i, id) <> Some e) /\
   next_id s' = following (options s) (next_id s)).
Proof.
  intros S M. destruct M; auto.
  - destruct (insert_cases d g D s e S) as (s1 & i & ps & _ & S1 & _ & _ & C & _ & K & ->). cbn [fst snd].
    split; auto. right. split; auto. exists i. split; auto. intros id x F. apply found_spec in F.
    destruct (taken_some _ _ _ _ _ e 0 (tiles _ _ S1) K) as (_ & _ & U & _). apply U. rewrite C. now exists x, id.
  - destruct (vacate_sane d g D s i e id S H) as (_ & (O & N & _) & _). rewrite O, N. auto.
  - unfold with_room. destruct (_ <=? _); auto.
  - destruct (shrink_to_fit_sane d g D s S) as (_ & O & N & _). rewrite O, N. auto.
Qed.

Lemma move_stamped o s ks ks' s' : sane g s -> stamped s ks -> move d o s ks' s' -> stamped s' (ks ++ ks').
Proof.
  intros S T M. pose proof (options_lawful _ _ S) as L. destruct (move_next o s ks' s' S M) as [O N].
  pose proof (fun k e => move_found o s ks' s' k e S M) as F. destruct T as [T1 T2 T3]. constructor; rewrite ?O.
  - destruct N as [[-> ->] | [(i & -> & _) ->]]; [now rewrite app_nil_r|].
    rewrite app_length, T1, following_reduced by auto. cbn [length]. f_equal. lia.
  - intros n k [G | [B G]]%given_app; auto.
    destruct N as [[-> _] | [(i & -> & _) _]]; [destruct (n - length ks)%nat; discriminate|].
    apply given_single in G as [G ->]. cbn. rewrite T1. f_equal. lia.
  - intros k e [-> | [e' G]]%F.
    + exists (length ks). split.
      * unfold given. now rewrite nth_error_app2, Nat.sub_diag.
      * intros m j B H. apply given_length in H. rewrite app_length in H. cbn in H. lia.
    + destruct (T3 k e' G) as (n & A & B). exists n. split; [now apply given_before|].
      intros m j Q [H | [_ H]]%given_app; [eauto|].
      destruct N as [[-> _] | [(i & -> & U) _]]; [destruct (m - length ks)%nat; discriminate|].
      apply given_single in H as [_ ->]. cbn. intros ->. destruct k as [i' id]. eapply U; eauto.
Qed.

Lemma initial_stamped o : lawful o = true -> stamped (initial d o) [].
Proof.
  intros L. constructor; cbn.
  - unfold reduced. destruct (count_of (id_bits o)); auto.
  - intros [|n] k; discriminate.
  - intros k e F. unfold found in F. cbn in F. now rewrite get_none in F.
Qed.

(** * Programs *)

(** Two live elements with the same id are whole periods apart. *)
Theorem live_ids_are_distinct s ks k j e e' : sane g s -> stamped s ks ->
  found s k = Some e -> found s j = Some e' -> k <> j -> snd k = snd j ->
  exists n m, latest ks n k /\ latest ks m j /\
    (periods_before (options s) (Z.of_nat n) (Z.of_nat m) \/ periods_before (options s) (Z.of_nat m) (Z.of_nat n)).
Proof.
  intros S [T1 T2 T3] F G N Q. destruct (T3 k e F) as (n & A), (T3 j e' G) as (m & B).
  exists n, m. split; [exact A|]. split; [exact B|]. destruct A as [A _], B as [B _].
  pose proof (options_lawful _ _ S) as L.
  pose proof (T2 n k A) as X. pose proof (T2 m j B) as Y. rewrite Q, Y in X.
  destruct (Nat.lt_total n m) as [H|[->|H]].
  - left. apply same_id_exactly_whole_periods_apart; auto. lia.
  - unfold given in *. congruence.
  - right. apply same_id_exactly_whole_periods_apart; auto. lia.
Qed.

Lemma with_entries_has (m : mapping) l k : has m k = true -> has (with_entries (E := E) m l) k = true.
Proof.
  revert m. induction l as [|x l IH]; intros m H; cbn; auto. apply IH. unfold has, with_entry in *.
  now destruct (same k (fst x)).
Qed.

Lemma with_entries_issued (m : mapping) k : forall ks (es : list E), length ks = length es -> In k ks ->
  has (with_entries m (combine ks es)) k = true.
Proof.
  intros ks. revert m. induction ks as [|j ks IH]; intros m [|e es] L I; try easy. cbn in L.
  change (has (with_entries (with_entry m j (Some e)) (combine ks es)) k = true). destruct I as [-> | I].
  - apply with_entries_has. unfold has, with_entry. cbn. now rewrite same_refl.
  - apply IH; auto.
Qed.

(** A key resolves as soon as it is issued, and until an operation retires it. *)
Theorem live_key_resolves s o k : sane g s -> packs s ->
  (In k (keys_of (snd (step d s o))) \/ has (found s) k = true /\ ~ retires o (found s) k) ->
  has (found (fst (step d s o))) k = true.
Proof.
  intros S P H. destruct (every_step_refines_the_contract d g D s o S P) as [A F].
  assert (has (effect (found s) o (snd (step d s o))) k = true); [|unfold has in *; now rewrite F].
  clear F. revert A H. generalize (snd (step d s o)) as a. intros a A H. destruct H as [I | [H R]].
  - destruct o; cbn [allowed] in A; unfold shows in A; try (destruct (found s _));
      repeat match goal with
      | X : _ \/ _ |- _ => destruct X
      | X : _ /\ _ |- _ => destruct X
      | X : exists _, _ |- _ => destruct X
      end; subst a; try easy; cbn [keys_of effect In] in *.
    + destruct I as [-> | []]. unfold has, with_entry. now rewrite same_refl.
    + apply with_entries_issued; auto.
    + destruct x; easy.
  - unfold has in H. destruct (found s k) as [e|] eqn:F; [|discriminate].
    destruct o; cbn [effect retires] in *; unfold has, with_entry, Contract.among; cbv beta; rewrite ?F; auto.
    + destruct a; rewrite ?F; auto. unfold with_entry. destruct (same k k0); now rewrite ?F.
    + destruct a; rewrite ?F; auto. pose proof (with_entries_has (found s) (combine ks es) k) as W.
      unfold has in W. rewrite F in W. auto.
    + destruct (same_spec k k0) as [<- |]; auto.
    + destruct (same_spec k other) as [<- |]; [destruct R; auto|]. destruct (same_spec k k0) as [<- |]; auto.
    + destruct (found s k0) eqn:G; rewrite ?F; auto. destruct (same k k0); now rewrite ?F.
    + destruct (same_spec k k0) as [<- |]; rewrite ?F; auto.
    + destruct (found s k0) eqn:G, (found s sought) eqn:G'; cbn; rewrite ?F; auto.
      destruct (same k sought); rewrite ?G; auto. destruct (same k k0); rewrite ?F, ?G'; auto.
    + destruct (keep e) eqn:K; auto. destruct R. eauto.
Qed.

(** A key that was given out and finds nothing finds, at most, the element of an insertion whole periods later. *)
Theorem retired_key_waits_whole_periods s ks os n k e : sane g s -> stamped s ks ->
  given ks n k -> found s k = None -> found (fst (run d s os)) k = Some e ->
  exists m, given (ks ++ issued (snd (run d s os))) m k /\ (length ks <= m)%nat /\
    periods_before (options s) (Z.of_nat n) (Z.of_nat m).
Proof.
  intros S T G R F. pose proof (options_lawful _ _ S) as L.
  destruct (run_ind d g D (fun s' ks' => stamped s' ks' /\ options s' = options s /\
    (length ks <= length ks')%nat /\ forall e, found s' k = Some e -> exists m, given ks' m k /\
      (length ks <= m)%nat)) with (os := os) (s := s) (before := ks) as (_ & T' & O & _ & W); auto.
  - intros o s1 before ks' s' _ S1 (T1 & O1 & B1 & W) M. split; [eapply move_stamped; eauto|].
    split; [destruct (move_next o s1 ks' s' S1 M); congruence|].
    split; [rewrite app_length; lia|]. intros x [-> | [x' Y]]%(move_found o s1 ks' s' k x S1 M).
    + exists (length before). split; [unfold given; now rewrite nth_error_app2, Nat.sub_diag|].
      auto.
    + destruct (W x' Y) as (m & A & B). exists m. split; auto. now apply given_before.
  - repeat split; auto; try apply T. intros x X. congruence.
  - destruct (W e F) as (m & A & B). exists m. repeat split; auto.
    apply same_id_exactly_whole_periods_apart; auto; [apply given_length in G; lia|].
    destruct T' as [_ T2 _]. rewrite <- O. rewrite <- (T2 m k A). symmetry. apply T2. now apply given_before.
Qed.

Lemma latest_unique ks n m k j : latest ks n k -> latest ks m j -> fst j = fst k -> n = m.
Proof.
  intros [A B] [A' B'] Q. destruct (Nat.lt_total n m) as [H | [H | H]]; auto.
  - exfalso. eapply B; eauto.
  - exfalso. eapply B'; eauto.
Qed.

(** It does resolve if and only if the latest insertion at its index was whole periods later, and is still live. *)
Theorem retired_key_revives_exactly_after_whole_periods s ks os n k : sane g s -> stamped s ks ->
  given ks n k -> found s k = None ->
  let after := fst (run d s os) in
  let all := ks ++ issued (snd (run d s os)) in
  (has (found after) k = true <-> exists m j e id,
    get (contents after) (fst k) = Some (Has e id) /\ latest all m j /\ fst j = fst k /\
    periods_before (options s) (Z.of_nat n) (Z.of_nat m)).
Proof.
  intros S T G R after all. pose proof (options_lawful _ _ S) as L.
  destruct (run_ind d g D (fun s' ks' => stamped s' ks' /\ options s' = options s)) with (os := os) (s := s) (before
    := ks)
    as (_ & T' & O); auto.
  { intros o s1 before ks' s' _ S1 [T1 O1] M. split; [eapply move_stamped; eauto|].
    destruct (move_next o s1 ks' s' S1 M); congruence. }
  fold after all in T', O. destruct T' as [_ T2 T3].
  assert (given all n k) as GA by now apply given_before. split.
  - unfold has. destruct (found after k) as [e|] eqn:F; [|discriminate]. intros _.
    destruct (T3 k e F) as (m & A & B). exists m, k, e, (snd k). split; [now apply found_spec|].
    split; [now split|]. split; auto.
    destruct (retired_key_waits_whole_periods s ks os n k e S T G R F) as (m' & A' & B' & _). fold all in A'.
    apply given_length in G. assert (n < m)%nat as H.
    { destruct (Nat.lt_ge_cases m m'); [|lia]. exfalso. eapply B; eauto. }
    apply same_id_exactly_whole_periods_apart; auto; [lia|]. rewrite <- O, <- (T2 m k A). symmetry. now apply T2.
  - intros (m & j & e & id & C & A & Q & W).
    assert (found after (fst k, id) = Some e) as F by now apply found_spec.
    destruct (T3 _ _ F) as (m' & A'). assert (m' = m) as -> by (eapply latest_unique; eauto).
    destruct A' as [A' _]. assert (id = snd k) as ->.
    { pose proof (T2 _ _ A') as X. pose proof (T2 _ _ GA) as Y. cbn in X. rewrite X, Y, O. symmetry.
      apply same_id_exactly_whole_periods_apart; auto.
      destruct W as (p & t & P & H & ->). pose proof (period_positive _ _ L P). nia. }
    unfold has. destruct k as [i a]. cbn in *. now rewrite F.
Qed.

End Keys.
